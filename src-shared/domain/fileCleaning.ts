/** Bytes of a file that one call carries, before they are written as text. */
export const CLEAN_PIECE_BYTES = 384 * 1024;
/** The most that a file may have: beyond, hours of many channels would fill a disk three times. */
export const MAX_CLEAN_FILE_BYTES = 32 * 1024 ** 3;

/** Files that a host keeps at once; beyond it the oldest gives way, which a page that was closed has left. */
export const MAX_CLEAN_FILES = 200;

/** Kinds of file that a result can be saved as; `video` is one of the recording's own kind, with its video. */
export const CLEAN_CONTAINERS = ['wav', 'flac', 'mp3', 'ogg', 'opus', 'video'] as const;
export type CleanContainer = (typeof CLEAN_CONTAINERS)[number];

/** Loudness that a result can be brought to, LUFS (ITU-R BS.1770); the true peak stays below -1 dBTP. */
export const LOUDNESS_TARGETS_LUFS = [-14, -16, -19, -23, -24] as const;

/** Kinds of file that hold video beside cleaned sound; another one becomes Matroska, which holds any. */
const VIDEO_ENDINGS = ['mp4', 'mov', 'mkv', 'webm'] as const;
type VideoEnding = (typeof VIDEO_ENDINGS)[number];

export function videoEndingOf(name: string): VideoEnding {
  const ending = /\.([^.]{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (ending === 'm4v') return 'mp4';
  return VIDEO_ENDINGS.find((known) => known === ending) ?? 'mkv';
}

/** `Interview.m4a` becomes `Interview (clean).wav`. */
export function cleanedName(name: string, container: CleanContainer): string {
  const ending = container === 'video' ? videoEndingOf(name) : container;
  return `${name.replace(/\.[^.]{1,8}$/, '')} (clean).${ending}`;
}
