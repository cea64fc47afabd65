import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runClean } from '../../src-main/node/cli/clean.ts';
import { runDevices } from '../../src-main/node/cli/devices.ts';
import { runDoctor } from '../../src-main/node/cli/doctor.ts';
import { runHost } from '../../src-main/node/cli/host.ts';
import { UsageError } from '../../src-main/node/cli/output.ts';
import { createCommandLine, parseReports } from '../lib/commandLine.ts';
import { runProgram, type Run } from '../lib/programs.ts';
import { makeNoise, writeWav } from '../lib/recordings.ts';

/** As samples of 32 bits, half of it is more than memory may grow by. */
const LONG_SEC = 10 * 60;

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;

const at = (name: string) => join(dir, name);
const ffmpeg = (...args: string[]) => runProgram('ffmpeg', ['-v', 'error', '-y', ...args]);
const leftovers = () => readdirSync(dir).filter((name) => name.includes('.part') || name === 'out.wav');

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-command-'));
  sounddesk = createCommandLine(dir);
  writeWav(at('good.wav'), { sampleRate: 48000, channels: [makeNoise(48000 * 3).map((x) => x * 0.1)] });
  const endings = ['mp3', 'm4a', 'ogg', 'flac', 'mkv', 'au', 'caf', 'w64', 'wma', 'wv'];
  const outputs = endings.flatMap((ending) => [
    ...(ending === 'm4a' ? ['-movflags', 'faststart'] : []),
    at(`good.${ending}`),
  ]);
  await ffmpeg('-i', at('good.wav'), ...outputs);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** A copy that holds only this part of the file. */
function cut(ending: string, part: number, name = `cut-${ending}.${ending}`): string {
  const content = readFileSync(at(`good.${ending}`));
  writeFileSync(at(name), content.subarray(0, Math.floor(content.length * part)));
  return name;
}

function list(name: string, text: string): string {
  writeFileSync(at(name), text);
  return name;
}

describe('an advanced engine', () => {
  it.each(['strong', 'studio'])(
    '(%s) is refused without a plan that has it, before anything is cleaned',
    async (engine) => {
      const { code, stderr } = await sounddesk([
        'clean',
        'good.wav',
        '-o',
        'advanced.wav',
        '--engine',
        engine,
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain('The Free tier has basic noise cancellation');
      expect(existsSync(at('advanced.wav'))).toBe(false);
      // It looked, and left nothing behind.
      expect(existsSync(at('.data/licence.secret.json'))).toBe(false);
    },
  );
});

describe('a recording that is cleaned', () => {
  it('holds the same samples with --exact, frame by frame', async () => {
    for (const args of [['fast.wav'], ['exact.wav', '--exact']]) {
      expect(await sounddesk(['clean', 'good.wav', '-o', ...args])).toMatchObject({ code: 0 });
    }
    expect(readFileSync(at('exact.wav')).equals(readFileSync(at('fast.wav')))).toBe(true);
    expect(readFileSync(at('fast.wav')).equals(readFileSync(at('good.wav')))).toBe(false);
  });
});

describe('a recording that cannot be cleaned', () => {
  const CASES: [string, () => string][] = [
    ['missing', () => 'missing.wav'],
    ['an empty file', () => (writeFileSync(at('empty.wav'), ''), 'empty.wav')],
    ['a folder', () => (mkdirSync(at('folder'), { recursive: true }), 'folder')],
    ['text', () => (writeFileSync(at('text.wav'), 'This is not a recording.\n'.repeat(50)), 'text.wav')],
    ['bytes of no kind', () => (writeFileSync(at('bytes.mp3'), noiseBytes(100_000)), 'bytes.mp3')],
    ['a WAV header alone', () => cut('wav', 44 / 288_044, 'header.wav')],
    ['a truncated WAV file', () => cut('wav', 0.5)],
    ['a truncated FLAC file', () => cut('flac', 0.5)],
    ['a truncated MP3 file', () => cut('mp3', 0.5)],
    ['a truncated Ogg file', () => cut('ogg', 0.5)],
    ['a truncated M4A file', () => cut('m4a', 0.5)],
    ['a truncated Matroska file', () => cut('mkv', 0.5)],
    ['a truncated AU file', () => cut('au', 0.9)],
    ['a truncated CAF file', () => cut('caf', 0.9)],
    ['a truncated W64 file', () => cut('w64', 0.9)],
    ['a truncated WMA file', () => cut('wma', 0.5)],
    ['a truncated WavPack file', () => cut('wv', 0.5)],
    ['a list that names another file', () => list('list.wav', 'ffconcat version 1.0\nfile good.mp3\n')],
    [
      'a play list',
      () => list('play.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${at('good.mp3')}\n`),
    ],
    ['a link to itself', () => (symlinkSync('loop.wav', at('loop.wav')), 'loop.wav')],
    ['a device', () => '/dev/zero'],
  ];
  let names: string[];
  let run: Run;
  beforeAll(async () => {
    names = CASES.map(([, make]) => make());
    mkdirSync(at('bad'));
    run = await sounddesk(['clean', ...names, '-o', 'bad']);
  });

  it('is reported with exit code 1, and nothing is left behind', () => {
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).not.toMatch(/INTERNAL|undefined|\bat .*:\d+/);
    expect(run.stderr.trim().split('\n')).toHaveLength(CASES.length);
    expect(readdirSync(at('bad'))).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it.each(CASES.map(([what], index) => [what, index] as const))(
    'is reported in one line of its own: %s',
    (_what, index) => {
      expect(run.stderr.trim().split('\n')[index]).toContain(names[index]);
    },
  );

  it('leaves nothing where it alone was to be cleaned', async () => {
    const alone = await sounddesk(['clean', cut('wav', 0.5), '-o', 'out.wav']);
    expect(alone).toMatchObject({ code: 1, stdout: '' });
    expect(alone.stderr.trim().split('\n')).toHaveLength(1);
    expect(leftovers()).toEqual([]);
  });

  it('that has video and no sound is refused with the reason', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=5', at('silent.mp4'));
    const run = await sounddesk(['clean', 'silent.mp4', '-o', 'out.wav']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('no sound');
    expect(leftovers()).toEqual([]);
  });

  it('that is a video becomes one: its frames are copied, its sound is cleaned and stays where it was', async () => {
    const pattern = ['-f', 'lavfi', '-i', 'testsrc=duration=3:size=64x64:rate=10'];
    const late = ['-itsoffset', '0.5', '-i', at('good.wav')];
    await ffmpeg(...pattern, ...late, '-c:v', 'mpeg4', '-c:a', 'aac', at('talk.mp4'));
    const run = await sounddesk(['clean', 'talk.mp4', '-o', 'talk-clean.mp4', '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(parseReports(run)[0]).toMatchObject({ output: 'talk-clean.mp4' });
    const framesOf = (name: string) =>
      runProgram('ffmpeg', ['-v', 'error', '-i', at(name), '-map', '0:v', '-c', 'copy', '-f', 'md5', '-']);
    expect(await framesOf('talk-clean.mp4')).toEqual(await framesOf('talk.mp4'));
    const startOf = async (name: string) => {
      const entries = ['-show_entries', 'stream=start_time', '-of', 'csv=p=0'];
      return Number(
        await runProgram('ffprobe', ['-v', 'error', '-select_streams', 'a', ...entries, at(name)]),
      );
    };
    expect(await startOf('talk-clean.mp4')).toBeCloseTo(await startOf('talk.mp4'), 1);
    expect(leftovers()).toEqual([]);
  });

  it('does not keep the others from being cleaned', async () => {
    mkdirSync(at('several'));
    const inputs = ['good.wav', 'missing.wav', 'good.flac'];
    const run = await sounddesk(['clean', ...inputs, '-o', 'several', '--json']);
    expect(run.code).toBe(1);
    const reports = parseReports(run);
    expect(reports.map(({ file, error }) => [file, error?.code])).toEqual([
      ['good.wav', undefined],
      ['missing.wav', 'FILE_NOT_FOUND'],
      ['good.flac', undefined],
    ]);
    expect(readdirSync(at('several')).sort()).toEqual(['good.flac', 'good.wav']);
  });
});

describe('a result', () => {
  it('is not put over a file that is not ours without --force', async () => {
    writeFileSync(at('there.wav'), 'precious');
    const refused = await sounddesk(['clean', 'good.wav', '-o', 'there.wav']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(at('there.wav'), 'utf8')).toBe('precious');
    expect((await sounddesk(['clean', 'good.wav', '-o', 'there.wav', '--force'])).code).toBe(0);
    expect(readFileSync(at('there.wav')).subarray(0, 4).toString()).toBe('RIFF');
  });

  it('replaces an earlier result of ours, and an empty file', async () => {
    writeFileSync(at('again.wav'), '');
    for (let run = 0; run < 2; run += 1) {
      expect((await sounddesk(['clean', 'good.wav', '-o', 'again.wav'])).code).toBe(0);
    }
  });

  it.each([
    ['by its name', () => 'good.wav'],
    ['by another path', () => '../' + dir.split('/').at(-1) + '/good.wav'],
    ['by a link', () => (symlinkSync(at('good.wav'), at('symlink.wav')), 'symlink.wav')],
    ['by a second name', () => (linkSync(at('good.wav'), at('hardlink.wav')), 'hardlink.wav')],
  ])('is never put over the recording itself, also with --force: %s', async (_how, make) => {
    const before = readFileSync(at('good.wav'));
    const run = await sounddesk(['clean', 'good.wav', '-o', make(), '--force']);
    expect(run.code).toBe(1);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(at('good.wav')).equals(before)).toBe(true);
  });

  it('needs a folder that is there', async () => {
    const run = await sounddesk(['clean', 'good.wav', '-o', 'nowhere/out.wav']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('does not exist');
    expect(existsSync(at('nowhere'))).toBe(false);
  });

  it('goes into a new folder where it is named as one', async () => {
    const run = await sounddesk(['clean', 'good.wav', '-o', 'new/']);
    expect(run.code).toBe(0);
    expect(readdirSync(at('new'))).toEqual(['good.wav']);
  });

  it('is made of a whole file: AU, CAF, W64, WMA and WavPack', async () => {
    const endings = ['au', 'caf', 'w64', 'wma', 'wv'];
    // Of one name only one could be in the folder.
    for (const ending of endings) linkSync(at(`good.${ending}`), at(`${ending}.${ending}`));
    mkdirSync(at('whole'));
    const run = await sounddesk(['clean', ...endings.map((one) => `${one}.${one}`), '-o', 'whole']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(at('whole')).sort()).toEqual(['au.wav', 'caf.caf', 'w64.w64', 'wma.wav', 'wv.wav']);
  });

  it('does not take the place of a link that leads nowhere', async () => {
    symlinkSync(at('nothing.wav'), at('dangling.wav'));
    const run = await sounddesk(['clean', 'good.wav', '-o', 'dangling.wav']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('link');
    expect(lstatSync(at('dangling.wav')).isSymbolicLink()).toBe(true);
  });

  it('that does not fit on the disk is reported and removed', async ({ skip }) => {
    const mount = at('small');
    mkdirSync(mount);
    try {
      await runProgram('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', mount]);
    } catch {
      skip('a small disk can only be made by root');
    }
    try {
      const run = await sounddesk(['clean', 'good.wav', '-o', 'small/out.wav', '--json']);
      expect(run.code).toBe(1);
      expect(parseReports(run)[0]?.error?.code).toBe('DISK_FULL');
      expect(run.stderr).toContain('small/out.wav');
      expect(readdirSync(mount)).toEqual([]);
    } finally {
      await runProgram('umount', [mount]);
    }
  });
});

describe('wrong usage', () => {
  it.each([
    [['frobnicate'], 'no command "frobnicate"'],
    [['--frobnicate'], 'no option "--frobnicate"'],
    [['clean', 'good.wav', '-o', 'out.wav', '--frobnicate'], '--frobnicate'],
  ])('%j is one line and exit code 2', async (args, expected) => {
    const run = await sounddesk(args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(expected);
  });

  // What the command line makes such a line of is above.
  it.each([
    [runClean, () => [], 'Name a recording'],
    [runClean, () => [at('good.wav')], '-o'],
    [runClean, () => [at('good.wav'), '-o', at('out.xyz')], 'cannot be written'],
    [runClean, () => [at('good.wav'), '-o', at('o.wav'), '--engine', 'magic'], 'off, auto, rnnoise, strong'],
    [runClean, () => [at('good.wav'), '-o', at('o.wav'), '--engine', 'magic'], 'strong, studio'],
    [runClean, () => [at('good.wav'), '-o', at('o.wav'), '--reduction', '101'], '0 to 100'],
    [runClean, () => [at('good.wav'), '-o', at('o.wav'), '--sensitivity', 'high'], '0 to 100'],
    [runClean, () => [at('good.wav'), at('folder/../good.wav'), '-o', at('several')], 'would'],
    [runClean, () => ['', '-o', at('o.wav')], 'Name a recording'],
    [runClean, () => [at('good.wav'), '-o', at(`${'n'.repeat(300)}.wav`)], 'too long'],
    [runClean, () => [at('good.wav'), '-o', at('no/such/')], 'cannot be made'],
    [runDevices, () => ['extra'], 'extra'],
    [runHost, () => ['--port', 'seven'], '0 to 65535'],
    [runDoctor, () => ['--frobnicate'], '--frobnicate'],
  ] as const)('is one line: %o, case %#', async (runCommand, args, expected) => {
    const error: unknown = await runCommand([...args()]).catch((thrown: unknown) => thrown);
    if (!(error instanceof UsageError)) throw new Error('It was not refused.', { cause: error });
    expect(error.message.trim().split('\n')).toHaveLength(1);
    expect(error.message).toContain(expected);
  });

  it.each([[['--help']], [['devices', '-h']], [['help', 'clean']]])(
    'is avoided by help: %j',
    async (args) => {
      const run = await sounddesk(args);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toContain('sounddesk');
    },
  );

  it.each([runClean, runHost, runDoctor])('is avoided by the help of a command: %o', async (runCommand) => {
    const written: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => (written.push(String(text)), true));
    const code = await runCommand(['--help']).finally(() => write.mockRestore());
    expect(code).toBe(0);
    expect(written.join('')).toContain('sounddesk');
  });
});

describe('long work', () => {
  beforeAll(() => {
    writeLongWav(at('long.wav'), LONG_SEC);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is interrupted by %s, and leaves nothing behind',
    async (signal) => {
      let child: ChildProcess | undefined;
      const running = sounddesk(['clean', 'long.wav', '-o', 'out.wav'], {
        onStarted: (started) => (child = started),
      });
      await expect.poll(() => leftovers().length, { timeout: 15_000 }).toBe(1);
      child?.kill(signal);
      const run = await running;
      expect(run.code).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(leftovers()).toEqual([]);
      expect(await enginesOf(child?.pid ?? 0)).toEqual([]);
    },
  );

  it('runs in flat memory', async () => {
    let child: ChildProcess | undefined;
    const sizesKb: number[] = [];
    const running = sounddesk(['clean', 'long.wav', '-o', 'long-out.wav', '--json'], {
      onStarted: (started) => (child = started),
    });
    await expect.poll(() => enginesOf(child?.pid ?? 0)).not.toEqual([]);
    const [pid = 0] = await enginesOf(child?.pid ?? 0);
    const timer = setInterval(() => {
      const sizeKb = residentKb(pid);
      if (sizeKb > 0) sizesKb.push(sizeKb);
    }, 25);
    const run = await running;
    clearInterval(timer);
    expect(run.code).toBe(0);
    expect(parseReports(run)[0]?.seconds).toBe(LONG_SEC);
    const quarter = Math.floor(sizesKb.length / 4);
    expect(quarter).toBeGreaterThan(3);
    const early = Math.max(...sizesKb.slice(quarter, 2 * quarter));
    const late = Math.max(...sizesKb.slice(3 * quarter));
    expect(late - early).toBeLessThan(16 * 1024);
    expect(Math.max(...sizesKb)).toBeLessThan(250 * 1024);
  });
});

/** Noise of 16 kHz in a file of this length, written in pieces. */
function writeLongWav(path: string, seconds: number): void {
  const sampleRate = 16_000;
  writeWav(path, { sampleRate, channels: [makeNoise(sampleRate).map((sample) => sample * 0.1)] });
  const second = readFileSync(path).subarray(44);
  const file = openSync(path, 'r+');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(second.length * seconds);
  writeSync(file, size, 0, 4, 40);
  size.writeUInt32LE(second.length * seconds + 36);
  writeSync(file, size, 0, 4, 4);
  for (let i = 0; i < seconds; i += 1) writeSync(file, second, 0, second.length, 44 + i * second.length);
  closeSync(file);
  truncateSync(path, 44 + second.length * seconds);
}

function noiseBytes(count: number): Buffer {
  return Buffer.from(
    makeNoise(count, 9)
      .map((sample) => Math.abs(sample) * 25_500)
      .map((value) => value % 256),
  );
}

/** Process numbers of the engine processes that this command has started. */
async function enginesOf(pid: number): Promise<number[]> {
  try {
    return (await runProgram('pgrep', ['-P', String(pid)])).trim().split('\n').map(Number);
  } catch {
    // pgrep fails where there is none.
    return [];
  }
}

function residentKb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    // It has just ended.
    return 0;
  }
}
