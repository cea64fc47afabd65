import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCommandEngine } from '../../src-main/node/cli/engine.ts';
import type { Project, TrackPlugin, TrackStrip } from '../../src-shared/domain/edit/document.ts';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { DEFAULT_CHANNEL } from '../../src-shared/domain/captureSetUp.ts';
import { openEditor, projectOf } from '../lib/editorRig.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { presetOf } from '../lib/pluginRig.ts';
import { writeWav } from '../lib/recordings.ts';
import { createRandom } from '../lib/random.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const RATE = 48_000;
const { isEnabled: _enabled, colour: _colour, ...CHANNEL } = DEFAULT_CHANNEL;
const STRIP: TrackStrip = {
  ...structuredClone(CHANNEL),
  plugins: [],
  denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
};

const PLAN = { assertMayClean: () => Promise.resolve() };
const TEST_PLUGINS = join(import.meta.dirname, '../../native/build/test-plugins/SD Test.vst3');
const GAIN = '5D7E57000000000150554C4700000001';
const findPlugin = (pluginId: string) =>
  pluginId === GAIN
    ? Promise.resolve({ path: TEST_PLUGINS })
    : Promise.reject(new RpcError('PLUGIN_NOT_FOUND', 'It is not on this computer.'));

/** The gain of our own test plug-ins, as it keeps itself. */
const gainOf = (id: string, gainDb: number, isOn = true): TrackPlugin => ({
  id,
  pluginId: GAIN,
  name: 'SD Test Gain',
  isOn,
  preset: presetOf(GAIN, Buffer.from(Float64Array.of((gainDb + 60) / 72, 0, 0, 0).buffer)).toString('base64'),
});

function levelDb(path: string, fromSec: number, toSec: number): number {
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-'], {
    maxBuffer: 1 << 28,
  });
  const samples = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  const part = samples.subarray(fromSec * RATE, toSec * RATE);
  return 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length + 1e-12);
}

it('puts a track through its chain, and leaves the others, their length and their place as they are', async () => {
  const dir = temporaryDir();
  const engine = createCommandEngine(createRecordingLog());
  onTestFinished(() => engine.close());
  const rig = openEditor(dir, { engine, plan: PLAN, findPlugin });
  const random = createRandom(3);
  const noise = Float32Array.from({ length: 4 * RATE }, () => 0.1 * (random() * 2 - 1));
  writeWav(join(dir, 'noise.wav'), { sampleRate: RATE, channels: [noise] });
  const [media] = await rig.handlers['projects.importMedia'](
    { id: 'any', from: { kind: 'file', path: join(dir, 'noise.wav') } },
    rig.context,
  );
  const plain = projectOf(media!, [{ startFrame: 30, lengthFrames: 120 }]);
  const withStrip: Project = {
    ...plain,
    id: 'with-strip',
    tracks: plain.tracks.map((track, index) => (index === 0 ? { ...track, strip: STRIP } : track)),
  };
  const made = [];
  for (const project of [plain, withStrip]) {
    await rig.handlers['projects.create']({ project }, rig.context);
    const job = await rig.render(project.id, { format: 'wav' });
    expect(job).toMatchObject({ state: 'done', error: null });
    expect(job.certificate?.audioEndSec).toBeCloseTo(5, 2);
    made.push(job);
  }
  const [raw, clean] = made.map(({ file }) => levelDb(file?.path ?? '', 3, 5));
  expect(levelDb(made[1]?.file?.path ?? '', 0, 0.9)).toBeLessThan(-90);
  expect(clean).toBeLessThan((raw ?? 0) - 15);
  expect(made[0]?.certificate?.editSha256).not.toBe(made[1]?.certificate?.editSha256);
  const measure = async (projectId: string) =>
    (await rig.handlers['renders.measureSound']({ projectId }, rig.context)).integratedLufs;
  const [before, after] = [await measure(plain.id), await measure(withStrip.id)];
  expect(after === null || after < (before ?? 0) - 10).toBe(true);
});

it('puts a track through its plug-ins with their settings, behind its effects, and says which one is not there', async () => {
  const dir = temporaryDir();
  const engine = createCommandEngine(createRecordingLog());
  onTestFinished(() => engine.close());
  const rig = openEditor(dir, { engine, plan: PLAN, findPlugin });
  const tone = Float32Array.from({ length: 2 * RATE }, (_, at) => 0.2 * Math.sin(at / 20));
  writeWav(join(dir, 'tone.wav'), { sampleRate: RATE, channels: [tone] });
  const [media] = await rig.handlers['projects.importMedia'](
    { id: 'any', from: { kind: 'file', path: join(dir, 'tone.wav') } },
    rig.context,
  );
  const plain = projectOf(media!, [{ startFrame: 0, lengthFrames: 60 }]);
  const render = async (id: string, plugins: TrackPlugin[]) => {
    const strip: TrackStrip = { ...STRIP, denoise: { ...STRIP.denoise, engine: 'off' }, plugins };
    const project: Project = {
      ...plain,
      id,
      tracks: plain.tracks.map((track, index) => (index === 0 ? { ...track, strip } : track)),
    };
    await rig.handlers['projects.create']({ project }, rig.context);
    return await rig.render(id, { format: 'wav' });
  };
  const dry = await render('dry', [gainOf('p1', -20, false)]);
  const wet = await render('wet', [gainOf('p1', -4), gainOf('p2', -20, false), gainOf('p3', -5)]);
  expect([dry.state, wet.state]).toEqual(['done', 'done']);
  const [before, after] = [dry, wet].map(({ file }) => levelDb(file?.path ?? '', 0, 2));
  expect((after ?? 0) - (before ?? 0)).toBeCloseTo(-9, 1);
  expect(dry.certificate?.editSha256).not.toBe(wet.certificate?.editSha256);
  const gone = await render('gone', [{ ...gainOf('p1', 0), pluginId: 'F'.repeat(32) }]);
  expect(gone).toMatchObject({ state: 'failed', error: { code: 'PLUGIN_NOT_FOUND' } });
});
