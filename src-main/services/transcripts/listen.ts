import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { LEVEL_RATE_HZ, SILENT_DB } from '../../../src-shared/domain/transcript/speech.ts';
import { toWav } from '../../../src-shared/domain/transcript/wav.ts';
import { LOCAL_FILES_ONLY } from '../clean/index.ts';
import { lowerPriority } from '../processes/index.ts';

/** What models of speech take. */
export const SPEECH_RATE_HZ = 16_000;
const SAMPLES_A_LEVEL = SPEECH_RATE_HZ / LEVEL_RATE_HZ;
const BYTES_A_SAMPLE = 4;
const MAX_ERROR_LENGTH = 2000;

/** A sound file, decoded to one channel of 16 kHz, 32-bit floats. Its memory is that of a chunk. */
export async function* decodeSpeech(path: string, signal: AbortSignal): AsyncGenerator<Float32Array> {
  const child = spawn(
    'ffmpeg',
    [
      ...['-nostdin', '-hide_banner', '-v', 'error', ...LOCAL_FILES_ONLY, '-i', `file:${resolve(path)}`],
      ...[
        '-map',
        '0:a:0',
        '-ac',
        '1',
        '-ar',
        String(SPEECH_RATE_HZ),
        '-c:a',
        'pcm_f32le',
        '-f',
        'f32le',
        'pipe:1',
      ],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH } },
  );
  lowerPriority(child.pid);
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-MAX_ERROR_LENGTH)));
  const ended = new Promise<number | null>((settle, reject) => {
    child.once('close', settle);
    child.once('error', reject);
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = all.length - (all.length % BYTES_A_SAMPLE);
      // A copy: floats begin at a multiple of four bytes.
      yield new Float32Array(new Uint8Array(all.subarray(0, whole)).buffer);
      rest = Buffer.from(all.subarray(whole));
    }
    const code = await ended;
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    if (code !== 0) {
      throw failWith('FILE_UNREADABLE', 'transcriptNotDecoded', {
        values: { path, reason: said.trim() || `FFmpeg ended with ${code}` },
      });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw failWith('FORMAT_UNSUPPORTED', 'transcriptNeedsFfmpeg', { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** dBFS of each hundredth of a second, of a track that begins so many seconds after the session. */
export async function readLevels(
  path: string,
  offsetSec: number,
  signal: AbortSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const levels: number[] = new Array<number>(Math.max(0, Math.round(offsetSec * LEVEL_RATE_HZ))).fill(
    SILENT_DB,
  );
  let left = Math.max(0, Math.round(-offsetSec * SPEECH_RATE_HZ));
  let power = 0;
  let count = 0;
  for await (const samples of decodeSpeech(path, signal)) {
    const from = Math.min(left, samples.length);
    left -= from;
    for (let at = from; at < samples.length; at += 1) {
      const sample = samples[at] ?? 0;
      power += sample * sample;
      count += 1;
      if (count < SAMPLES_A_LEVEL) continue;
      levels.push(Math.max(SILENT_DB, 10 * Math.log10(power / SAMPLES_A_LEVEL)));
      power = 0;
      count = 0;
    }
  }
  return Float32Array.from(levels);
}

export interface CutSound {
  startSec: number;
  endSec: number;
  /** A WAV file: 16 kHz, 16 bits, one channel. */
  wav: Uint8Array<ArrayBuffer>;
}

/** Stretches of a track, in their order, as files for a model; the track is decoded once. */
export async function* cutSpeech(
  path: string,
  offsetSec: number,
  spans: readonly { startSec: number; endSec: number }[],
  signal: AbortSignal,
): AsyncGenerator<CutSound> {
  const wanted = spans.map(({ startSec, endSec }) => ({
    startSec,
    endSec,
    from: Math.max(0, Math.round((startSec - offsetSec) * SPEECH_RATE_HZ)),
    to: Math.max(0, Math.round((endSec - offsetSec) * SPEECH_RATE_HZ)),
  }));
  let index = 0;
  let position = 0;
  let collected: Float32Array[] = [];
  for await (const samples of decodeSpeech(path, signal)) {
    const end = position + samples.length;
    for (let span = wanted[index]; span && span.from < end; span = wanted[index]) {
      collected.push(samples.slice(Math.max(0, span.from - position), Math.max(0, span.to - position)));
      if (span.to > end) break;
      yield { startSec: span.startSec, endSec: span.endSec, wav: toWav(collected, SPEECH_RATE_HZ) };
      collected = [];
      index += 1;
    }
    position = end;
    if (index >= wanted.length) return;
  }
  const last = wanted[index];
  // Rounded up beyond the end.
  if (last && collected.length > 0)
    yield { startSec: last.startSec, endSec: last.endSec, wav: toWav(collected, SPEECH_RATE_HZ) };
}
