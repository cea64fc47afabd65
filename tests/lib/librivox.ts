import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of Debian's `pocketsphinx-testdata`: sentences that one person reads, 16 kHz, 16 bits, one channel. */
export const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox';

const WAV_HEADER_BYTES = 44;

export interface Utterance {
  text: string;
  file: string;
}

/** Lines of `<s> he was not … </s> (name)`. */
export const readUtterances = (): Utterance[] =>
  [...readFileSync(join(LIBRIVOX, 'transcription'), 'utf8').matchAll(/^<s> (.*) <\/s> \((.*)\)$/gm)].map(
    ([, text = '', name = '']) => ({ text, file: join(LIBRIVOX, `${name}.wav`) }),
  );

/** The sound of one of them, ±1. */
export function readSound(file: string): Float32Array<ArrayBuffer> {
  const bytes = readFileSync(file).subarray(WAV_HEADER_BYTES);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / 0x8000);
}
