import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineService } from '../../src-main/services/engine/index.ts';
import { readTakeFolder, repairTake, verifyTake } from '../../src-main/services/takes/index.ts';
import { createCommandLine } from './commandLine.ts';
import { decode } from './recordings.ts';

/** The native suite's binary, which also records in real time: `native/test/take_driver_test.cpp`. */
export const DRIVER_PATH =
  process.env.SOUNDDESK_TAKE_DRIVER ?? join(import.meta.dirname, '../../native/build/sounddesk_tests');
export const hasDriver = existsSync(DRIVER_PATH);

const SAMPLE_RATE = 48_000;

export interface DriverOptions {
  folder: string;
  container: 'rf64' | 'flac';
  channels?: number;
  seconds?: number;
  keepFreeBytes?: number;
}

export interface TakeDriver {
  child: ChildProcess;
  /** Behind the newest frame that every track was given. */
  framesDelivered: () => number;
  /** What it said: `warning CODE …` and `ended CODE …`. */
  lines: string[];
  /** Its first sound was given. */
  started: Promise<void>;
  ended: Promise<void>;
}

/** Records a ramp, in real time, into every track; its process is to be ended or killed. */
export function startDriver(options: DriverOptions): TakeDriver {
  mkdirSync(options.folder, { recursive: true });
  const child = spawn(DRIVER_PATH, ['-tc=take driver*', '--no-skip'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SOUNDDESK_TAKE_DIR: options.folder,
      SOUNDDESK_TAKE_CONTAINER: options.container,
      SOUNDDESK_TAKE_CHANNELS: String(options.channels ?? 8),
      SOUNDDESK_TAKE_SECONDS: String(options.seconds ?? 3600),
      SOUNDDESK_TAKE_KEEP_FREE: String(options.keepFreeBytes ?? 0),
    },
  });
  let frames = 0;
  const lines: string[] = [];
  let onStarted: () => void;
  const started = new Promise<void>((resolve) => (onStarted = resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const delivered = /^frame (\d+)$/.exec(line);
    if (!delivered) return void lines.push(line);
    frames = Number(delivered[1]);
    onStarted();
  });
  const ended = once(child, 'close').then(() => undefined);
  return { child, framesDelivered: () => frames, lines, started, ended };
}

export interface Loss {
  /** Of what was delivered, so much is not in the take. */
  lostSec: number;
  frames: number;
  /** Frames whose sample is not what was delivered, nor silence that the take reports. */
  wrongFrames: number;
  grade: string;
}

interface Verified {
  grade: string;
  tracks: { framesDecoded: number | null; problem: string | null; sha256: string | null }[];
}

/** Repairs and verifies a take by the command line, and compares every sample of every track with the ramp. */
export async function measureLoss(folder: string, framesDelivered: number): Promise<Loss> {
  const run = createCommandLine(join(folder, '..'));
  return compare(folder, framesDelivered, async () => {
    const repaired = await run(['takes', 'repair', folder, '--json']);
    if (repaired.code !== 0) throw new Error(`The repair failed: ${repaired.stderr}${repaired.stdout}`);
    const verified = await run(['takes', 'verify', folder, '--json']);
    return (JSON.parse(verified.stdout) as [Verified])[0];
  });
}

/** The same with an engine that runs already: for many takes. */
export async function measureLossBy(
  engine: Pick<EngineService, 'runTakeJob'>,
  folder: string,
  framesDelivered: number,
): Promise<Loss> {
  return compare(folder, framesDelivered, async () => {
    const { problems } = await repairTake(await readTakeFolder(folder), engine);
    if (problems[0]) throw new Error(`The repair failed: ${problems[0].message}`);
    return verifyTake(await readTakeFolder(folder), engine, { nowMs: Date.now() });
  });
}

async function compare(
  folder: string,
  framesDelivered: number,
  recover: () => Promise<Verified>,
): Promise<Loss> {
  const certificate = await recover();
  const { document } = await readTakeFolder(folder);
  const startFrame = document.startFrame ?? 0;
  // Every track holds the same: files that are byte for byte another one need no second look.
  const seen = new Set<string>();
  let wrongFrames = 0;
  for (const [index, track] of document.tracks.entries()) {
    const { framesDecoded, problem, sha256 } = certificate.tracks[index] ?? {
      framesDecoded: null,
      problem: 'not listed',
      sha256: null,
    };
    if (framesDecoded !== document.frames)
      throw new Error(`${track.name} has ${framesDecoded} of ${document.frames} frames: ${problem}`);
    const content = `${sha256} ${JSON.stringify(track.gaps)}`;
    if (document.frames === 0 || seen.has(content)) continue;
    seen.add(content);
    const isGap = new Uint8Array(document.frames);
    for (const gap of track.gaps) isGap.fill(1, gap.atFrame, gap.atFrame + gap.spanFrames);
    const samples = decode(join(folder, track.file)).channels[0] ?? new Float32Array();
    samples.forEach((sample, frame) => {
      const expected = isGap[frame] ? 0 : ((startFrame + frame) % 8_000_000) / 8_388_608;
      if (sample !== expected) wrongFrames += 1;
    });
  }
  const lostFrames = framesDelivered - startFrame - document.frames;
  return {
    lostSec: Math.max(0, lostFrames / SAMPLE_RATE),
    frames: document.frames,
    wrongFrames,
    grade: certificate.grade,
  };
}
