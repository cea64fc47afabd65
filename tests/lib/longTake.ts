import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTake } from './captureRig.ts';
import { createCommandLine } from './commandLine.ts';
import { lostFrames, makeSetUp, parse, startRecord, type Certificate } from './recordKill.ts';
import type { SoundServer } from './virtualAudio.ts';

/** More channels than any plan that a test can have. */
const UNLIMITED = path.join(import.meta.dirname, 'recordUnlimited.ts');

export interface LongTakeOptions {
  /** Of JACK's device `system`, which needs as many inputs. */
  channels: number;
  container: 'rf64' | 'flac';
  seconds: number;
  /** Called every minute with the processes that hold the memory. */
  onMinute?: (minute: number, pids: { command: number; engine: number }) => void;
}

export interface LongTake {
  /** By the wall clock, from the moment that the command said it records. */
  tookSec: number;
  /** By the device's clock. */
  recordedSec: number;
  /** Samples that the device gave while it was recorded, of each channel. */
  expectedFrames: number;
  tracks: { name: string; framesDecoded: number | null; lostFrames: number }[];
  grade: string;
  /** Why the grade is no better. */
  reasons: string[];
  /** What is not as it must be; empty where all is well. */
  problems: string[];
}

/** Records every input with `sounddesk record` into a new folder, ends it as a user does, and decodes all of it. */
export async function recordLong(
  server: SoundServer,
  dir: string,
  { channels, container, seconds, onMinute }: LongTakeOptions,
): Promise<LongTake> {
  const run = createCommandLine(dir);
  const setUp = await makeSetUp(run, server, { channels, container });
  writeFileSync(path.join(dir, 'studio.json'), JSON.stringify(setUp));
  const { child, ended, folder, enginePid } = await startRecord(server, dir, UNLIMITED);
  const startedMs = performance.now();
  const problems: string[] = [];
  for (let minute = 1; child.exitCode === null; minute += 1) {
    const untilMs = startedMs + Math.min(minute * 60, seconds) * 1000;
    await Promise.race([sleep(Math.max(0, untilMs - performance.now())), ended]);
    if (child.exitCode !== null) problems.push('the command ended on its own');
    else if (minute * 60 > seconds) break;
    else onMinute?.(minute, { command: child.pid ?? 0, engine: enginePid });
  }
  const tookSec = (performance.now() - startedMs) / 1000;
  child.kill('SIGINT');
  await ended;
  if (child.exitCode !== 0) problems.push(`the command ended with ${child.exitCode}`);
  const take = readTake(folder);
  const [certificate] = parse<Certificate[]>(await run(['takes', 'verify', folder, '--json']));
  const tracks = (certificate?.tracks ?? []).map(({ name, framesDecoded, problem }) => {
    const track = take.tracks.find((candidate) => candidate.name === name);
    const lost = track ? lostFrames(track) : take.frames;
    if (framesDecoded !== take.frames || lost > 0 || problem !== null)
      problems.push(`${name}: ${framesDecoded} of ${take.frames} frames decode, ${lost} lost (${problem})`);
    return { name, framesDecoded, lostFrames: lost };
  });
  if (tracks.length !== channels) problems.push(`${tracks.length} of ${channels} tracks were verified`);
  return {
    tookSec,
    recordedSec: take.frames / take.sampleRate,
    expectedFrames: take.frames,
    tracks,
    grade: certificate?.grade ?? 'none',
    reasons: certificate?.reasons ?? [],
    problems,
  };
}
