import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureSetUp } from '../../src-shared/domain/captureSetUp.ts';
import { COMMAND_LINE_PATH, createCommandLine } from './commandLine.ts';
import { readTake } from './captureRig.ts';
import { giveTrial } from './licensedHost.ts';
import { forceEnd } from './forceEnd.ts';
import type { SoundServer } from './virtualAudio.ts';

/** Who is killed of a running `sounddesk record`: the engine alone, the command alone, or both with all they started. */
export const KILL_TARGETS = ['engine', 'command', 'tree'] as const;
export type KillTarget = (typeof KILL_TARGETS)[number];

export interface RecordKillOptions {
  /** Of JACK's device `system`, which needs as many inputs. */
  channels: number;
  container: 'rf64' | 'flac';
  target: KillTarget;
  /** From the moment that the command says it records. */
  afterMs: number;
}

export interface RecordKillResult {
  keptSec: number;
  /**
   * Of the time from the first sound to the kill, by the wall clock: what is not in the track that has least. What
   * was on its way from the device then, about 0.1 s, counts as lost.
   */
  lostSec: number;
  grade: string;
  /** Of the take before any repair: `finished` where its writer could still end it. */
  status: string;
  /** What is not as it must be; empty where all is well. */
  problems: string[];
}

interface Listed {
  name: string;
  status: string;
  trackCount: number;
}
export interface Certificate {
  grade: string;
  /** Why it is no better. */
  reasons: string[];
  tracks: { name: string; framesDecoded: number | null; problem: string | null }[];
}

const GONE_WITHIN_MS = 15_000;

/** Records by the real command into a new folder, kills it, and recovers what is left by `sounddesk takes`. */
export async function killRecord(
  server: SoundServer,
  dir: string,
  options: RecordKillOptions,
): Promise<RecordKillResult> {
  mkdirSync(dir, { recursive: true });
  await giveTrial(join(dir, '.data'));
  const run = createCommandLine(dir);
  const setUp = await makeSetUp(run, server, options);
  writeFileSync(join(dir, 'studio.json'), JSON.stringify(setUp));
  const recording = await startRecord(server, dir);
  await sleep(options.afterMs);
  const killedAtMs = Date.now();
  const problems = await killAndSettle(recording, options.target, dir);

  const take = recording.folder;
  const listed = parse<Listed[]>(await run(['takes', 'list', take, '--json']));
  if (listed[0]?.trackCount !== options.channels)
    problems.push(`it is listed with ${listed[0]?.trackCount} tracks`);
  const repaired = await run(['takes', 'repair', take, '--json']);
  if (repaired.code !== 0) problems.push(`the repair failed: ${repaired.stderr.trim()}`);
  const [certificate] = parse<Certificate[]>(await run(['takes', 'verify', take, '--json']));
  const document = readTake(take);
  for (const { name, framesDecoded, problem } of certificate?.tracks ?? []) {
    if (framesDecoded !== document.frames || problem !== null)
      problems.push(`${name}: ${framesDecoded} of ${document.frames} frames decode (${problem})`);
  }
  if (certificate?.tracks.length !== options.channels) problems.push('not every track was verified');
  const leastFrames = Math.min(...document.tracks.map((track) => document.frames - lostFrames(track)));
  // 0: killed before the first sound came.
  const startedAtMs = document.startedAtMs || recording.saidAtMs;
  const lostSec = Math.max(0, (killedAtMs - startedAtMs) / 1000 - leastFrames / document.sampleRate);
  if (lostSec > 1) problems.push(`${lostSec.toFixed(2)} s are lost`);
  return {
    keptSec: leastFrames / document.sampleRate,
    lostSec,
    grade: certificate?.grade ?? 'none',
    status: listed[0]?.status ?? 'none',
    problems,
  };
}

type CommandLine = ReturnType<typeof createCommandLine>;
type Answer = Awaited<ReturnType<CommandLine>>;

export function parse<T>({ stdout, stderr }: Answer): T {
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

/** Of each server's environment: its device is asked for once. */
const sources = new WeakMap<SoundServer['env'], NonNullable<CaptureSetUp['channels'][number]['source']>>();

async function findSystem(run: CommandLine, env: SoundServer['env']) {
  const found = parse<CaptureSetUp>(await run(['record', '--init'], { env }));
  const source = found.channels.find(({ name }) => name.includes('system'))?.source;
  if (!source) throw new Error('The device "system" of JACK is not there.');
  return source;
}

/** A set-up that records each input of JACK's device into a track of its own. */
export async function makeSetUp(
  run: CommandLine,
  { env }: SoundServer,
  { channels, container }: Pick<RecordKillOptions, 'channels' | 'container'>,
): Promise<object> {
  const source = sources.get(env) ?? (await findSystem(run, env));
  sources.set(env, source);
  return {
    version: 1,
    channels: Array.from({ length: channels }, (_, index) => ({
      id: `c${index + 1}`,
      name: `Channel ${index + 1}`,
      source,
      deviceChannels: [index],
    })),
    recording: { mode: 'multitrack', container },
  };
}

export interface RunningRecord {
  child: ChildProcess;
  ended: Promise<unknown>;
  folder: string;
  /** When it said so. */
  saidAtMs: number;
  enginePid: number;
}

/** Of the set-up `studio.json` in the folder; answers once it says that it records. */
export async function startRecord(
  server: SoundServer,
  dir: string,
  entry = COMMAND_LINE_PATH,
): Promise<RunningRecord> {
  const args = [entry, 'record', '--set-up', 'studio.json', '--out', 'takes'];
  const env = { ...process.env, SOUNDDESK_DATA_DIR: join(dir, '.data'), ...server.env };
  const child = spawn(process.execPath, args, { cwd: dir, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  const folder = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said += `${line}\n`;
      const into = /^Recording into (.*)\. Ctrl-C ends it\.$/.exec(line);
      if (into?.[1]) resolve(into[1]);
    });
    child.once('exit', () => reject(new Error(`It did not record: ${said}`)));
  });
  const saidAtMs = Date.now();
  const enginePid = enginePidOf(child.pid ?? 0);
  if (!enginePid) throw new Error('The command has no engine process.');
  return { child, ended, folder, saidAtMs, enginePid };
}

/** Kills, and waits until nobody writes any more. Answers what went wrong. */
async function killAndSettle(
  { child, ended, folder, enginePid }: RunningRecord,
  target: KillTarget,
  dir: string,
): Promise<string[]> {
  const problems: string[] = [];
  if (target === 'engine') {
    process.kill(enginePid, 'SIGKILL');
    const takes = join(dir, 'takes');
    const hasFollower = () =>
      readdirSync(takes).some(
        (name) => join(takes, name) !== folder && existsSync(join(takes, name, 'take.json')),
      );
    if (await isSoon(hasFollower)) await sleep(1000);
    else problems.push('the recording did not continue in a second folder');
    child.kill('SIGINT');
    const [code] = (await ended) as [number | null];
    if (code !== 0) problems.push(`the command ended with ${code}`);
    const [follower] = readdirSync(takes).filter((name) => join(takes, name) !== folder);
    if (follower && readTake(join(takes, follower)).status !== 'finished')
      problems.push('the second take has no end');
    return problems;
  }
  forceEnd(target === 'tree' ? treeOf(child.pid ?? 0) : [child.pid ?? 0]);
  await ended;
  if (!(await isSoon(() => !isRunning(enginePid)))) problems.push('the engine process has stayed');
  return problems;
}

async function isSoon(isSo: () => boolean): Promise<boolean> {
  for (const untilMs = performance.now() + GONE_WITHIN_MS; performance.now() < untilMs;) {
    if (isSo()) return true;
    await sleep(20);
  }
  return isSo();
}

export const lostFrames = ({ gaps }: { gaps: { reason: string; missingFrames: number }[] }) =>
  gaps.reduce((sum, { reason, missingFrames }) => sum + (reason === 'lost' ? missingFrames : 0), 0);

/** From its source, or as it is built (src-main/node/programs.ts). */
const ENGINE_PROGRAM = /engine\/process\/main\.ts|out\/node\/engine\.js/;

/** Of a host or a command that has started one. */
export const enginePidOf = (pid: number): number | undefined =>
  childrenOf(pid).find((child) => ENGINE_PROGRAM.test(commandOf(child)));

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

function isRunning(pid: number): boolean {
  try {
    // A zombie waits for its parent, and does nothing any more.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
