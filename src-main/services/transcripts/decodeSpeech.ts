import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { SPEECH_RATE_HZ } from '../../../src-shared/handlers/transcripts/index.ts';
import { LOCAL_FILES_ONLY } from '../clean/index.ts';
import { lowerPriority } from '../processes/index.ts';

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
