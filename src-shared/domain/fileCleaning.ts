/** Bytes of a file that one call carries, before they are written as text. */
export const CLEAN_PIECE_BYTES = 384 * 1024;
/** The most that a file may have: beyond, hours of many channels would fill a disk three times. */
export const MAX_CLEAN_FILE_BYTES = 32 * 1024 ** 3;

/** Kinds of file that a result can be saved as. */
export const CLEAN_CONTAINERS = ['wav', 'flac', 'mp3', 'ogg', 'opus'] as const;
export type CleanContainer = (typeof CLEAN_CONTAINERS)[number];

/** Loudness that a result can be brought to, LUFS (ITU-R BS.1770); the true peak stays below -1 dBTP. */
export const LOUDNESS_TARGETS_LUFS = [-14, -16, -19, -23, -24] as const;

/** `Interview.m4a` becomes `Interview (clean).wav`. */
export function cleanedName(name: string, container: CleanContainer): string {
  return `${name.replace(/\.[^.]{1,8}$/, '')} (clean).${container}`;
}
