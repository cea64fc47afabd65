/** What files call the video tracks: those of every version are read, and written, so. */
const STORED_VIDEO = 'pictures';

/** What a file says, by the names of the program. */
export function fromStored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(STORED_VIDEO in value)) return value;
  const { [STORED_VIDEO]: videoTracks, ...rest } = value;
  return { ...rest, videoTracks };
}

/** The same as a file has it. */
export const toStored = <T extends { videoTracks: unknown }>({ videoTracks, ...rest }: T) => ({
  ...rest,
  [STORED_VIDEO]: videoTracks,
});
