import { spawn, type ChildProcess } from 'node:child_process';
import { LOCAL_FILES_ONLY } from '../probeFile.ts';

const FLOAT_BYTES = 4;
const CHANNELS = 2;
/** Decoded ahead: the next round of a loop begins without a gap. */
const AHEAD_SEC = 2;

export interface SoundPlayer {
  /** As many samples, in stereo; silence where the file has ended, or is not decoded yet. */
  take(samples: number): Float32Array;
  setLooped(isLooped: boolean): void;
  /** Of what was taken, from the beginning of the file. */
  readonly positionSec: number;
  /** It has been played to its end. */
  readonly hasEnded: boolean;
  readonly problem: string | null;
  close(): void;
}

/** Decodes a file by FFmpeg, no further ahead than it has to, and once more for each round of a loop. */
export function playSound(options: { path: string; rateHz: number; isLooped: boolean }): SoundPlayer {
  const mostAhead = AHEAD_SEC * options.rateHz * CHANNELS * FLOAT_BYTES;
  let isLooped = options.isLooped;
  let waiting: Buffer = Buffer.alloc(0);
  let takenBytes = 0;
  /** Where each round begins, in bytes of all that is played. */
  const roundStarts: number[] = [];
  /** A short file is kept whole. */
  let whole: Buffer | null = null;
  let child: ChildProcess | null = null;
  let problem: string | null = null;

  function add(bytes: Buffer): void {
    waiting = Buffer.concat([waiting, bytes]);
  }

  function beginRound(): void {
    roundStarts.push(takenBytes + waiting.length);
    if (whole) return add(whole);
    const pieces: Buffer[] = [];
    let size = 0;
    const decoder = decode(options);
    child = decoder;
    decoder.stdout?.on('data', (bytes: Buffer) => {
      add(bytes);
      size += bytes.length;
      if (size <= mostAhead) pieces.push(bytes);
      if (waiting.length > mostAhead) decoder.stdout?.pause();
    });
    const end = (reason: string | null) => {
      if (child !== decoder) return;
      child = null;
      problem = reason;
      if (size <= mostAhead) whole = Buffer.concat(pieces);
      fill();
    };
    decoder.once('error', () => end('FFmpeg is not installed.'));
    decoder.once('close', () => end(size === 0 ? 'The file cannot be decoded.' : null));
  }

  function fill(): void {
    if (waiting.length <= mostAhead) child?.stdout?.resume();
    while (isLooped && child === null && problem === null && waiting.length <= mostAhead) beginRound();
  }

  beginRound();
  return {
    take(samples) {
      const taken = waiting.subarray(0, samples * FLOAT_BYTES);
      waiting = waiting.subarray(taken.length);
      takenBytes += taken.length;
      const sound = new Float32Array(samples);
      new Uint8Array(sound.buffer).set(taken);
      fill();
      return sound;
    },
    setLooped(next) {
      isLooped = next;
      fill();
    },
    get positionSec() {
      const start = roundStarts.findLast((at) => at <= takenBytes) ?? 0;
      return (takenBytes - start) / FLOAT_BYTES / CHANNELS / options.rateHz;
    },
    get hasEnded() {
      return child === null && waiting.length < FLOAT_BYTES;
    },
    get problem() {
      return problem;
    },
    close() {
      const decoder = child;
      child = null;
      isLooped = false;
      decoder?.kill('SIGKILL');
    },
  };
}

function decode({ path, rateHz }: { path: string; rateHz: number }): ChildProcess {
  const args = [
    ...['-nostdin', '-hide_banner', '-v', 'error', ...LOCAL_FILES_ONLY, '-i', `file:${path}`],
    ...['-map', '0:a:0', '-f', 'f32le', '-ar', String(rateHz), '-ac', String(CHANNELS), 'pipe:1'],
  ];
  return spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env.PATH } });
}
