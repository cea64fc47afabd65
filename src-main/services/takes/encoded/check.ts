import { resolve } from 'node:path';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeJobTask } from '../../engine/index.ts';
import { LOUDNESS_FILTER, loudnessIn, runFfmpeg, type Loudness } from '../../ffmpeg/index.ts';

interface CheckedSound extends Loudness {
  seconds: number;
}

/** Padding at both ends of MP3 and AAC. */
const MOST_OFF_SEC = 0.1;
const MOST_LOUDNESS_ERROR_LU = 0.5;

/** Decodes every sample of a new file, of which `laidLufs` is the loudness before it was encoded; refuses it where one does not decode, or where its length or loudness is wrong. */
export async function checkSound(
  path: string,
  { durationSec, laidLufs }: { durationSec: number; laidLufs: number | null },
  { signal, onProgress }: TakeJobTask,
): Promise<CheckedSound> {
  let seconds = 0;
  let timeBase = 0;
  const { words, warning } = await runFfmpeg(
    [
      ...['-protocol_whitelist', 'file,pipe', '-i', `file:${resolve(path)}`, '-map', '0:a:0'],
      ...['-af', LOUDNESS_FILTER, '-f', 'framecrc', 'pipe:1'],
    ],
    {
      signal,
      purpose: 'checked',
      onLine(line) {
        const [, numerator, denominator] = /^#tb 0: (\d+)\/(\d+)/.exec(line) ?? [];
        if (numerator !== undefined) timeBase = Number(numerator) / Number(denominator);
        if (!/^\d/.test(line)) return;
        seconds += Number(line.split(',')[3]) * timeBase;
        onProgress?.(Math.min(1, seconds / durationSec));
      },
    },
  );
  const { integratedLufs, truePeakDb } = loudnessIn(words);
  const problem =
    warning ||
    (Math.abs(seconds - durationSec) > MOST_OFF_SEC &&
      `it is ${seconds.toFixed(2)} s long in place of ${durationSec.toFixed(2)} s`) ||
    (laidLufs !== null &&
      integratedLufs !== null &&
      Math.abs(integratedLufs - laidLufs) > MOST_LOUDNESS_ERROR_LU &&
      `its loudness is ${integratedLufs.toFixed(1)} LUFS in place of ${laidLufs.toFixed(1)}`);
  if (problem) throw failWith('FILE_UNREADABLE', 'newFileWrong', { values: { reason: problem } });
  onProgress?.(1);
  return { seconds, integratedLufs, truePeakDb };
}
