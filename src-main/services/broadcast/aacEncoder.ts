import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  AAC_FRAME_SAMPLES,
  BROADCAST_AUDIO_KBPS,
  BROADCAST_SAMPLE_RATE_HZ,
} from '../../../src-shared/domain/broadcast/quality.ts';
import { AdtsReader } from './adts.ts';
import type { BroadcastPacket } from './programme.ts';

/** FFmpeg's AAC begins with so many samples that are not of its input. */
const PRIMING_SAMPLES = 1024;
/** At the end it is waited for so long: the last moment of sound is worth no more. */
const END_MS = 300;
/** Of what waits for FFmpeg; a child that takes nothing for so long is of no use. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

export interface AacEncoder {
  /** Stereo pairs, floats of 4 bytes, one after the other. Never waits. */
  write(pairs: Uint8Array): void;
  /** Encodes what is left; where FFmpeg stands still, without it. */
  end(): Promise<void>;
  close(): void;
}

/** Sound to AAC in one FFmpeg process. The time of a packet is that of its samples: sound is the clock. */
export function openAacEncoder(options: {
  sampleRateHz: number;
  onPacket: (packet: BroadcastPacket) => void;
  onFailed: (reason: string) => void;
}): AacEncoder {
  const { onPacket, onFailed } = options;
  const child = spawn('ffmpeg', encoderArguments(options.sampleRateHz), {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  const reader = new AdtsReader();
  let frames = 0;
  let words = '';
  let isEnding = false;
  const fail = (reason: string) => {
    if (isEnding) return;
    isEnding = true;
    child.kill('SIGKILL');
    onFailed(reason);
  };
  child.on('error', () => fail('FFmpeg is not installed'));
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-1000)));
  child.on('close', () => fail(words.trim().split('\n')[0] || 'FFmpeg ended'));
  child.stdout.on('data', (bytes: Buffer) => {
    for (const frame of reader.push(bytes)) {
      const samples = frames * AAC_FRAME_SAMPLES - PRIMING_SAMPLES;
      frames += 1;
      // The first one holds none of the input.
      if (samples < 0) continue;
      onPacket({
        kind: 'audio',
        atMs: (samples * 1000) / BROADCAST_SAMPLE_RATE_HZ,
        isKey: true,
        bytes: frame,
      });
    }
  });
  return {
    write(pairs) {
      if (isEnding) return;
      if (child.stdin.writableLength > MOST_WAITING_BYTES) return fail('FFmpeg takes no sound');
      child.stdin.write(pairs);
    },
    async end() {
      isEnding = true;
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const closed = once(child, 'close');
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await closed;
      clearTimeout(timer);
    },
    close() {
      isEnding = true;
      child.kill('SIGKILL');
    },
  };
}

/** AudioSpecificConfig of what is encoded: AAC-LC, 48 kHz, stereo (ISO/IEC 14496-3, 1.6.2.1). */
export const AAC_CONFIG: Buffer = Buffer.of(0x11, 0x90);

function encoderArguments(sampleRateHz: number): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error'],
    // Not `-fflags nobuffer`: FFmpeg then discards the 1,024 samples that it looks at first.
    ...['-probesize', '32', '-analyzeduration', '0'],
    ...['-f', 'f32le', '-ar', String(sampleRateHz), '-ac', '2', '-i', 'pipe:0'],
    ...['-c:a', 'aac', '-b:a', `${BROADCAST_AUDIO_KBPS}k`, '-ar', String(BROADCAST_SAMPLE_RATE_HZ)],
    ...['-flush_packets', '1', '-f', 'adts', 'pipe:1'],
  ];
}
