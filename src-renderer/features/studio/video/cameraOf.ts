import { findCamera, type CameraChoice } from '../../../../src-shared/domain/cameraChoice.ts';
import { listCameras, openCamera, type Camera } from '../../../media/video/sources.ts';

/** Small and slow: it is opened for its permission alone. */
const GLANCE = { fps: 15, maxHeight: 240 };

/**
 * The id of the camera that is meant, here and now; where it is not there the id that is kept, which says so when it is
 * opened.
 */
export async function idOfCamera(choice: CameraChoice, taken: readonly string[]): Promise<string | null> {
  const { deviceId, deviceLabel } = choice;
  if (deviceId === null) return null;
  let cameras = await listCameras();
  // Names are hidden until the page may see cameras, and without its name a camera of elsewhere is not found.
  if (deviceLabel !== null && !isThere(cameras, deviceId) && cameras.some(({ label }) => label === '')) {
    const stream = await openCamera(null, GLANCE);
    stream.getTracks().forEach((track) => track.stop());
    cameras = await listCameras();
  }
  return findCamera(cameras, choice, taken)?.deviceId ?? deviceId;
}

const isThere = (cameras: readonly Camera[], id: string) => cameras.some(({ deviceId }) => deviceId === id);
