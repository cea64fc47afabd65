import { resolve } from 'node:path';
import { RECORDING_FORMATS } from '../../clean/index.ts';

/** Images are read one a file: a name with a pattern is not looked for. */
const IMAGE_FORMATS = [
  ...['png_pipe', 'jpeg_pipe', 'webp_pipe', 'bmp_pipe', 'tiff_pipe', 'gif', 'apng', 'h264', 'hevc', 'ivf'],
];

/** FFmpeg's arguments that open a file of the user's: that file alone, and nothing that it names. */
export const inputArgs = (path: string): string[] => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', [...RECORDING_FORMATS, ...IMAGE_FORMATS].join(',')],
  ...['-i', `file:${resolve(path)}`],
];
