import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureSetUpSchema, type CaptureSetUp } from '../../src-shared/domain/captureSetUp.ts';
import { hasStudioModel, STUDIO_MODEL_FILE } from '../lib/studioModel.ts';
import { readTake, readTrack } from '../lib/captureRig.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { folderOfTestPlugins, plainSetUp, playIntoAllInputs, presetOf } from '../lib/pluginRig.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { createRandom } from '../lib/random.ts';
import { JACK_PERIOD_FRAMES, startJack, type SoundServer } from '../lib/virtualAudio.ts';

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
  await giveTrial(join(dir, '.data'));
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

  it('records for the requested time, and reports as JSON', async () => {
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

  async function recordWith(engine: string): Promise<void> {
    const denoise = { engine, sensitivity: 90, reduction: 95 };
    const channels = setUp.channels.map((channel) => ({ ...channel, denoise }));
    const advanced = { ...setUp, channels, recording: { ...setUp.recording, tap: 'processed' } };
    writeFileSync(join(dir, `${engine}.json`), JSON.stringify(advanced));
    const args = ['record', '--set-up', `${engine}.json`, '--out', engine, '--seconds', '3', '--json'];
    const { code, stdout, stderr } = await run(args, { env: server.env });
    expect(code, stderr).toBe(0);
    const { takes } = JSON.parse(stdout) as Report;
    const take = readTake(takes[0]?.folder ?? '');
    expect(take.status).toBe('finished');
    expect(Math.abs(take.frames / take.sampleRate - 3)).toBeLessThan(0.6);
    for (const { framesWritten } of take.tracks) expect(framesWritten).toBe(take.frames);
  }

  it('records what the strong engine makes of it, for the requested time', async () => {
    await recordWith('strong');
  });

  it.skipIf(!hasStudioModel)('records what the studio engine makes of it', async () => {
    const installed = await run(['models', 'import', 'deepfilternet3', STUDIO_MODEL_FILE], {
      env: server.env,
    });
    expect(installed).toMatchObject({ code: 0 });
    await recordWith('studio');
  });

  it('is held to the plan, and says where a license is that it cannot read', async () => {
    const source = setUp.channels.find(({ name }) => name.includes('system'))?.source ?? '';
    writeFileSync(join(dir, 'two.json'), JSON.stringify(plainSetUp(source, 2)));
    const config = join(dir, 'config');
    const env = { ...server.env, SOUNDDESK_DATA_DIR: join(dir, 'unlicensed'), XDG_CONFIG_HOME: config };
    const record = () =>
      run(['record', '--set-up', 'two.json', '--out', 'beyond', '--seconds', '1'], { env });
    const refused = await record();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('The Free tier records 1 audio track at a time, and 2 are on.');
    expect(refused.stderr).not.toContain('keychain');
    expect(existsSync(join(dir, 'beyond'))).toBe(false);
    mkdirSync(join(config, 'SoundDesk', 'data'), { recursive: true });
    writeFileSync(join(config, 'SoundDesk', 'data', 'licence.secret.enc'), 'sealed');
    expect((await record()).stderr).toContain('in the system’s keychain, which the command line cannot read');
  });

  it('records the channels through their plug-ins, each with the state that the set-up gives it', async () => {
    const plain = plainSetUp(setUp.channels.find(({ name }) => name.includes('system'))?.source ?? '', 2);
    const slot = { id: 'gain', pluginId: GAIN, name: 'SD Test Gain', state: stateOf({ gainDb: -6 }) };
    const missing = { id: 'gone', pluginId: 'F'.repeat(32), name: 'Gone' };
    const [first, second] = plain.channels;
    const channels = [
      { ...first, plugins: [slot] },
      { ...second, plugins: [missing] },
    ];
    writeFileSync(join(dir, 'chains.json'), JSON.stringify({ ...plain, channels }));
    const random = createRandom(5);
    const noise = Float32Array.from({ length: 20 * 48000 }, () => 0.4 * (random() - 0.5));
    const args = ['record', '--set-up', 'chains.json', '--out', 'chains', '--seconds', '4'];
    const { code, stdout, stderr } = await run(args, {
      env: { ...server.env, VST3_PATH: folderOfTestPlugins(dir, ['SD Test']) },
      onStarted: (child) =>
        child.stderr?.on('data', (text: Buffer) => {
          if (text.toString().includes('Recording into')) {
            void playIntoAllInputs(server, join(dir, 'noise.wav'), noise);
          }
        }),
    });
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Channel 2: "Gone" is not installed on this machine\./);
    expect(stderr).not.toMatch(/Channel 1: /);
    const folder = stdout.split('  ')[0] ?? '';
    const processed = readTrack(folder, 'c1')[0] ?? new Float32Array();
    const dry = readTrack(folder, 'c2')[0] ?? new Float32Array();
    expect(dry.filter((sample) => Math.abs(sample) > 0.1).length).toBeGreaterThan(48000 / 4);
    const factor = 10 ** (-6 / 20);
    // The player is connected to one input after the other.
    const from = dry.findIndex((sample) => sample !== 0);
    const differing = processed.filter(
      (sample, at) => at >= from && Math.abs(sample - factor * (dry[at] ?? 0)) > 1e-5,
    ).length;
    // Where the machine stands still for longer than a block, a chain is late: then the take says for how long.
    // A sound server that loses its time may give one port a period that another port has later.
    const reported = readTake(folder).tracks.reduce(
      (sum, { dryFrames, xruns }) => sum + dryFrames + 2 * JACK_PERIOD_FRAMES * xruns,
      0,
    );
    expect(differing, `the take reports ${reported} frames`).toBeLessThanOrEqual(reported);
    expect(differing).toBeLessThan((processed.length - from) / 2);
  });

  it('ends cleanly by Ctrl-C, and says where the recording is', async () => {
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

const GAIN = '5D7E57000000000150554C4700000001';

/** Of "SD Test Gain": its four parameters from 0 to 1, the gain first, from -60 to 12 dB. */
function stateOf({ gainDb }: { gainDb: number }): string {
  return presetOf(GAIN, Buffer.from(Float64Array.of((gainDb + 60) / 72, 0, 0, 0).buffer)).toString('base64');
}
