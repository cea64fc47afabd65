import { resolve } from 'node:path';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeJobTask } from '../../engine/index.ts';
import { LOUDNESS_FILTER, loudnessIn, runFfmpeg, type Loudness } from '../../ffmpeg/index.ts';
import type { VideoPlan } from './plan.ts';

interface CheckedVideo extends Loudness {
  frames: number;
  seconds: number;
}

/** Frames of AAC at 44.1 kHz: what its encoder fills its last block with may be heard as silence. */
const CODEC_BLOCK_SEC = 1024 / 44_100;
const MOST_LOUDNESS_ERROR_LU = 0.5;

/**
 * Decodes every frame and every sample of a new file, and refuses it where one does not decode, where frames are missing,
 * where it is a frame longer or shorter than the take, or not as loud as was asked for.
 */
export async function checkVideo(
  path: string,
  plan: VideoPlan,
  { hasSound, targetLufs }: { hasSound: boolean; targetLufs: number | null },
  { signal, onProgress }: TakeJobTask,
): Promise<CheckedVideo> {
  const ends = [0, 0];
  const timeBases = [0, 0];
  let frames = 0;
  const { words, warning } = await runFfmpeg(
    [
      ...['-protocol_whitelist', 'file,pipe', '-f', plan.format, '-i', `file:${resolve(path)}`],
      ...['-map', '0:v:0', '-fps_mode', 'passthrough', '-copyts'],
      ...(hasSound ? ['-map', '0:a:0', '-af', LOUDNESS_FILTER] : []),
      // A line for each frame and each block of sound, with its time and its length.
      ...['-f', 'framecrc', 'pipe:1'],
    ],
    {
      signal,
      purpose: 'checked',
      onLine(line) {
        const [, of, numerator, denominator] = /^#tb (\d+): (\d+)\/(\d+)/.exec(line) ?? [];
        if (of !== undefined) timeBases[Number(of)] = Number(numerator) / Number(denominator);
        if (!/^\d/.test(line)) return;
        const [stream = 0, , time = 0, length = 0] = line.split(',').map(Number);
        if (stream === 0) frames += 1;
        ends[stream] = Math.max(ends[stream] ?? 0, (time + length) * (timeBases[stream] ?? 0));
        if (stream === 0) onProgress?.(Math.min(1, frames / plan.frames));
      },
    },
  );
  const [videoEndSec = 0, audioEndSec = 0] = ends;
  const seconds = Math.max(videoEndSec, audioEndSec);
  const { integratedLufs, truePeakDb } = loudnessIn(words);
  const oneFrameSec = 1 / plan.fps;
  const mostOffSec = oneFrameSec + (hasSound ? CODEC_BLOCK_SEC : 0);
  const problem =
    warning ||
    (frames !== plan.frames && `it has ${frames} of ${plan.frames} frames`) ||
    (Math.abs(seconds - plan.durationSec) > mostOffSec &&
      `it is ${seconds.toFixed(3)} s long, and the recording ${plan.durationSec.toFixed(3)} s`) ||
    (targetLufs !== null &&
      integratedLufs !== null &&
      Math.abs(integratedLufs - targetLufs) > MOST_LOUDNESS_ERROR_LU &&
      `its loudness is ${integratedLufs.toFixed(1)} LUFS in place of ${targetLufs}`);
  if (problem) {
    throw failWith('FILE_UNREADABLE', 'newVideoWrong', { values: { reason: problem } });
  }
  return { frames, seconds, integratedLufs, truePeakDb };
}
