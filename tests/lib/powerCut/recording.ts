import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFrames } from '../encodedFrames.ts';
import { prepareDiskRecorder, readDiskLog, type DiskEvent } from './diskLog.ts';
import { DiskModel, type Tree } from './diskModel.ts';

export interface Workload {
  root: string;
  seconds: number;
  /** Of the takes of sound, one of each. */
  containers: readonly ('rf64' | 'flac')[];
  channels: number;
  /** Encoded frames, in a file of JSON; null: no take of video. */
  video: string | null;
  fps: number;
}

export interface RecordedWork {
  events: DiskEvent[];
  model: DiskModel;
  /** As the programs left it. */
  whole: Tree;
}

const FPS = 20;
const WORKLOAD_PATH = join(import.meta.dirname, 'workload.ts');
const REPAIR_PATH = join(import.meta.dirname, 'repairWork.ts');

/**
 * Records two takes of sound and one of video, with settings, licence and journal beside them, and what all of it did
 * to the disk. `dir` is an empty folder.
 */
export async function recordWork(
  dir: string,
  options: Pick<Workload, 'seconds' | 'channels'>,
): Promise<RecordedWork> {
  const root = join(dir, 'disk');
  mkdirSync(root);
  const video = join(dir, 'pictures.json');
  const frames = encodeFrames({ seconds: options.seconds, fps: FPS });
  const sent = frames.map(({ bytes, ...frame }) => ({
    ...frame,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  writeFileSync(video, JSON.stringify(sent));
  const workload: Workload = { root, ...options, containers: ['rf64', 'flac'], video, fps: FPS };
  return await record(dir, root, [], [WORKLOAD_PATH, JSON.stringify(workload)]);
}

/** Repairs the takes on a disk, and records what that does to it. `dir` is an empty folder for what is needed besides. */
export async function recordRepair(dir: string, root: string): Promise<RecordedWork> {
  return await record(dir, root, eventsOf(root), [REPAIR_PATH, join(root, 'Documents', 'takes')]);
}

async function record(dir: string, root: string, before: DiskEvent[], args: string[]): Promise<RecordedWork> {
  const logPath = join(dir, 'disk.log');
  // The machine that looks at the disk afterwards has been started since.
  const bootIdPath = join(dir, 'boot_id');
  writeFileSync(bootIdPath, `${randomUUID()}\n`);
  const recorder = prepareDiskRecorder(dir)(root, logPath, bootIdPath);
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...recorder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let warning = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (warning += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`What was to be recorded failed (${code}): ${warning}`);
  const events = [...before, ...readDiskLog(logPath)];
  const model = new DiskModel(events, statSync(root).ino);
  const whole = model.whole();
  const difference = findDifference(whole, root, '');
  if (difference) throw new Error(`Something was written past the recorder of the disk: ${difference}.`);
  return { events, model, whole };
}

/** As if all that is in a folder had been made and synced before. */
function eventsOf(path: string): DiskEvent[] {
  const known = { timeMs: 0, pid: 0 };
  const folder = statSync(path).ino;
  const sync = (inode: number): DiskEvent[] => [
    { ...known, kind: 'syncBegin', inode },
    { ...known, kind: 'syncEnd', inode },
  ];
  const made = readdirSync(path).flatMap((name): DiskEvent[] => {
    const within = join(path, name);
    const stats = statSync(within);
    const inode = stats.ino;
    if (stats.isDirectory()) return [{ ...known, kind: 'mkdir', folder, name, inode }, ...eventsOf(within)];
    const bytes = readFileSync(within);
    return [
      { ...known, kind: 'create', folder, name, inode },
      { ...known, kind: 'write', inode, at: 0, bytes },
      ...sync(inode),
    ];
  });
  return [...made, ...sync(folder)];
}

/** What went past the recorder, if anything did. */
function findDifference(tree: Tree, path: string, name: string): string | null {
  const there = readdirSync(path, { withFileTypes: true });
  const missing = there.find((entry) => !tree.has(entry.name));
  if (missing) return `${name}/${missing.name} is not in its log`;
  for (const [entry, content] of tree) {
    const of = there.find((one) => one.name === entry);
    if (!of || of.isDirectory() !== content instanceof Map)
      return `${name}/${entry} is not as its log has it`;
    if (content instanceof Map) {
      const within = findDifference(content, join(path, entry), `${name}/${entry}`);
      if (within) return within;
    } else if (!readFileSync(join(path, entry)).equals(content)) return `${name}/${entry} holds other bytes`;
  }
  return null;
}
