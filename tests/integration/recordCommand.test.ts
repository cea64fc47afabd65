import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureSetUpSchema, type CaptureSetUp } from '../../src-shared/contract/captureSetUp.ts';
import { readTake } from '../lib/captureRig.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

let server: SoundServer;
let dir: string;
let run: ReturnType<typeof createCommandLine>;
let setUp: CaptureSetUp;

interface Report {
  takes: { folder: string; recordedSec: number; code: string | null; certificate: { grade: string } }[];
  devices: unknown[];
  notes: { message: string }[];
}

beforeAll(async () => {
  server = await startJack();
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-record-'));
  run = createCommandLine(dir);
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('sounddesk record', () => {
  it('prints a set-up of what is connected, which can be recorded as it is', async () => {
    const { code, stdout } = await run(['record', '--init'], { env: server.env });
    expect(code).toBe(0);
    setUp = captureSetUpSchema.parse(JSON.parse(stdout));
    const system = setUp.channels.find(({ name }) => name.includes('system'));
    expect(system).toMatchObject({ isEnabled: true, deviceChannels: [0, 1] });
    writeFileSync(join(dir, 'studio.json'), stdout);
  });

  it('records for as long as it was told, and reports as JSON', async () => {
    const args = [
      'record',
      '--set-up',
      'studio.json',
      '--out',
      'takes',
      '--seconds',
      '3',
      '--name',
      'Episode',
    ];
    const { code, stdout, stderr } = await run([...args, '--json'], { env: server.env });
    expect(code, stderr).toBe(0);
    const { takes, devices } = JSON.parse(stdout) as Report;
    expect(devices).toEqual([]);
    const folder = takes[0]?.folder ?? '';
    expect(takes).toMatchObject([{ code: null }]);
    expect(['green', 'amber']).toContain(takes[0]?.certificate.grade);
    expect(basename(folder)).toMatch(/Episode$/);
    expect(basename(dirname(folder))).toBe('takes');
    const take = readTake(folder);
    expect(take.status).toBe('finished');
    expect(Math.abs(take.frames / take.sampleRate - 3)).toBeLessThan(0.6);
    for (const { file, framesWritten } of take.tracks) {
      expect(existsSync(join(folder, file))).toBe(true);
      expect(framesWritten).toBe(take.frames);
    }
  });

  it('records what the strong engine makes of it, as long as it was told', async () => {
    const channels = setUp.channels.map((channel) => ({
      ...channel,
      denoise: { engine: 'strong', sensitivity: 90, reduction: 95 },
    }));
    const strong = { ...setUp, channels, recording: { ...setUp.recording, tap: 'processed' } };
    writeFileSync(join(dir, 'strong.json'), JSON.stringify(strong));
    const args = ['record', '--set-up', 'strong.json', '--out', 'strong', '--seconds', '3', '--json'];
    const { code, stdout, stderr } = await run(args, { env: server.env });
    expect(code, stderr).toBe(0);
    const { takes } = JSON.parse(stdout) as Report;
    const take = readTake(takes[0]?.folder ?? '');
    expect(take.status).toBe('finished');
    expect(Math.abs(take.frames / take.sampleRate - 3)).toBeLessThan(0.6);
    for (const { framesWritten } of take.tracks) expect(framesWritten).toBe(take.frames);
  });

  it('ends in good order by Ctrl-C, and says where the recording is', async () => {
    const { code, stdout, stderr } = await run(['record', '--set-up', 'studio.json', '--out', 'by-hand'], {
      env: server.env,
      onStarted: (child) =>
        child.stderr?.on('data', (text: Buffer) => {
          if (text.toString().includes('Recording into')) setTimeout(() => child.kill('SIGINT'), 1500);
        }),
    });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/\/by-hand\/.* {2}00:0\d {2}complete/);
    const folder = stdout.split('  ')[0] ?? '';
    expect(readTake(folder).status).toBe('finished');
  });

  it.each([
    [['record'], /--set-up/],
    [['record', '--set-up', 'studio.json'], /--out/],
    [['record', '--set-up', 'none.json', '--out', 'x'], /none\.json.*no such file/],
    [['record', '--set-up', 'studio.json', '--out', 'x', '--seconds', 'long'], /--seconds/],
    [['record', '--set-up', 'bad.json', '--out', 'x'], /bad\.json.*channels\.0\.volume/],
    [
      ['record', '--set-up', 'off.json', '--out', 'x'],
      /Please enable at least one channel before recording\./,
    ],
  ])('says in one line what is wrong with %j', async (args, reason) => {
    const channel = { id: 'a', name: 'A' };
    const write = (name: string, more: object) =>
      writeFileSync(join(dir, name), JSON.stringify({ version: 1, channels: [{ ...channel, ...more }] }));
    write('bad.json', { volume: 101 });
    write('off.json', { isEnabled: false });
    const { code, stdout, stderr } = await run(args, { env: server.env });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(reason);
    expect(existsSync(join(dir, 'x'))).toBe(false);
  });

  it('says why where the folder cannot be made', async () => {
    writeFileSync(join(dir, 'a-file'), '');
    const { code, stderr } = await run(['record', '--set-up', 'studio.json', '--out', 'a-file/takes'], {
      env: server.env,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/a-file.*cannot be made/);
  });
});
