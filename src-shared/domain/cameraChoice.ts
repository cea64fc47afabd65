/** Which camera is meant. A browser's ids hold for one browser and one address; the camera's own name holds elsewhere. */
export interface CameraChoice {
  /** null: any. */
  deviceId: string | null;
  deviceLabel: string | null;
}

export const ANY_CAMERA: CameraChoice = { deviceId: null, deviceLabel: null };

interface KnownCamera {
  deviceId: string;
  /** Empty until the page may see cameras. */
  label: string;
}

/**
 * The camera that is meant among those that are there: by its id, else by its name; of several with that name the first
 * that is not `taken`, so that two cameras of one make stay two. null: none is.
 */
export function findCamera<C extends KnownCamera>(
  cameras: readonly C[],
  { deviceId, deviceLabel }: CameraChoice,
  taken: readonly string[] = [],
): C | null {
  const same = cameras.find((camera) => camera.deviceId === deviceId);
  if (same) return same;
  if (deviceLabel === null || deviceLabel === '') return null;
  const named = cameras.filter(({ label }) => isSameName(label, deviceLabel));
  return named.find((camera) => !taken.includes(camera.deviceId)) ?? null;
}

/** What Chromium adds in brackets, the maker's and the product's number, is kept: it distinguishes makes. */
const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
