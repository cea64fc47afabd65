import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a program did to the files of a folder, or said; `inode` and `folder` are the system's numbers, which return. */
export type DiskEvent = { timeMs: number; pid: number } & (
  | { kind: 'write'; inode: number; at: number; bytes: Buffer }
  | { kind: 'truncate'; inode: number; size: number }
  | { kind: 'create' | 'mkdir' | 'link'; folder: number; name: string; inode: number }
  | { kind: 'rename'; folder: number; name: string; toFolder: number; toName: string }
  | { kind: 'unlink' | 'rmdir'; folder: number; name: string }
  | { kind: 'syncBegin' | 'syncEnd'; inode: number }
  | { kind: 'said'; text: string }
);

/** The numbers of `diskRecorder.c`. */
const KINDS = [
  'none',
  'write',
  'truncate',
  'create',
  'rename',
  'unlink',
  'mkdir',
  'rmdir',
  'link',
  'syncBegin',
  'syncEnd',
  'said',
] as const;
const HEAD_BYTES = 56;

/** Compiles the recorder into a folder; answers what a program's environment needs to be recorded by it. */
export function prepareDiskRecorder(
  dir: string,
): (root: string, logPath: string, bootIdPath: string) => object {
  const library = join(dir, 'diskRecorder.so');
  const source = join(import.meta.dirname, 'diskRecorder.c');
  execFileSync('gcc', [...['-std=gnu11', '-O1', '-shared', '-fPIC', '-w'], '-o', library, source, '-ldl']);
  return (root, logPath, bootIdPath) => ({
    LD_PRELOAD: library,
    SOUNDDESK_DISK_ROOT: root,
    SOUNDDESK_DISK_LOG: logPath,
    SOUNDDESK_DISK_BOOT_ID: bootIdPath,
    // What the kernel does for a program on its own passes no library.
    UV_USE_IO_URING: '0',
  });
}

export function readDiskLog(path: string): DiskEvent[] {
  const log = readFileSync(path);
  const events: DiskEvent[] = [];
  for (let at = 0; at < log.length;) {
    const kind = KINDS[log.readUInt32LE(at)];
    const numberAt = (index: number) => Number(log.readBigUInt64LE(at + 16 + 8 * index));
    const textBytes = log.readUInt32LE(at + 48);
    const dataBytes = log.readUInt32LE(at + 52);
    const name = log.toString('utf8', at + HEAD_BYTES, at + HEAD_BYTES + textBytes);
    const dataAt = at + HEAD_BYTES + textBytes;
    const bytes = log.subarray(dataAt, dataAt + dataBytes);
    const known = { timeMs: Number(log.readBigUInt64LE(at + 8)) / 1e6, pid: log.readUInt32LE(at + 4) };
    const [a, b] = [numberAt(0), numberAt(1)];
    at = dataAt + dataBytes;
    if (kind === 'write') events.push({ ...known, kind, inode: a, at: b, bytes });
    else if (kind === 'truncate') events.push({ ...known, kind, inode: a, size: b });
    else if (kind === 'create' || kind === 'mkdir' || kind === 'link')
      events.push({ ...known, kind, folder: a, inode: b, name });
    else if (kind === 'rename') {
      const [from = '', to = ''] = name.split('/');
      events.push({ ...known, kind, folder: a, name: from, toFolder: b, toName: to });
    } else if (kind === 'unlink' || kind === 'rmdir') events.push({ ...known, kind, folder: a, name });
    else if (kind === 'syncBegin' || kind === 'syncEnd') events.push({ ...known, kind, inode: a });
    else if (kind === 'said') events.push({ ...known, kind, text: bytes.toString('utf8') });
    else throw new Error(`The log of the disk has an event of no known kind at byte ${at}.`);
  }
  return events;
}
