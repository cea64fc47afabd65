import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCommandEngine } from '../../src-main/node/cli/engine.ts';
import type { StripProgress } from '../../src-shared/contract/renders.ts';
import { DEFAULT_CHANNEL } from '../../src-shared/domain/captureSetUp.ts';
import type { Project, TrackPlugin, TrackStrip } from '../../src-shared/domain/edit/document.ts';
import { diffProjects } from '../../src-shared/domain/edit/patches.ts';
import { openEditor, projectOf, readAll, type EditorRig } from '../lib/editorRig.ts';
import { presetOf } from '../lib/pluginRig.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { writeWav } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const RATE = 48_000;
const SECONDS = 2;
const { isEnabled: _enabled, colour: _colour, ...CHANNEL } = DEFAULT_CHANNEL;
const STRIP: TrackStrip = {
  ...structuredClone(CHANNEL),
  denoise: { ...CHANNEL.denoise, engine: 'off' },
  compressor: { ...CHANNEL.compressor, isOn: true },
  plugins: [],
};
const PLUGINS = join(import.meta.dirname, '../../native/build/test-plugins');
const GAIN = '5D7E57000000000150554C4700000001';
const CRASHES = '5D7E57000000000250554C4700000004';
const paths: Record<string, string> = { [GAIN]: 'SD Test.vst3', [CRASHES]: 'SD Crash On Process.vst3' };
const findPlugin = (pluginId: string) => Promise.resolve({ path: join(PLUGINS, paths[pluginId] ?? '') });
const PLAN = { assertMayClean: () => Promise.resolve() };

const gainOf = (gainDb: number): TrackPlugin => ({
  id: 'p1',
  pluginId: GAIN,
  name: 'SD Test Gain',
  isOn: true,
  preset: presetOf(GAIN, Buffer.from(Float64Array.of((gainDb + 60) / 72, 0, 0, 0).buffer)).toString('base64'),
});
const withPlugins = (project: Project, plugins: TrackPlugin[]): Project => ({
  ...project,
  tracks: project.tracks.map((track, at) => (at === 0 ? { ...track, strip: { ...STRIP, plugins } } : track)),
});

/** A project with a tone that swells, on a track whose chain has a plug-in; `edit` is a page's. */
async function open(plugins: TrackPlugin[], previews?: Parameters<typeof openEditor>[2]) {
  const dir = temporaryDir();
  const engine = createCommandEngine(createRecordingLog());
  onTestFinished(() => engine.close());
  const counts = { cleaned: 0 };
  const counting: Pick<typeof engine, 'clean'> = {
    clean(...asked) {
      counts.cleaned += 1;
      return engine.clean(...asked);
    },
  };
  const rig = openEditor(dir, { engine: counting, plan: PLAN, findPlugin }, previews);
  const path = join(dir, 'tone.wav');
  const swell = (at: number) => 0.3 * Math.sin(at / 20) * Math.sin(at / 20_000);
  writeWav(path, {
    sampleRate: RATE,
    channels: [Float32Array.from({ length: SECONDS * RATE }, (_, at) => swell(at))],
  });
  const [media] = await rig.handlers['projects.importMedia'](
    { id: 'any', from: { kind: 'file', path } },
    rig.context,
  );
  let project = withPlugins(projectOf(media!, [{ startFrame: 15, lengthFrames: 40 }]), plugins);
  const { session, ...made } = await rig.handlers['projects.create']({ project }, rig.context);
  let { revision } = made;
  const { id } = project;
  return {
    rig,
    id,
    counts,
    trackId: project.tracks[0]!.id,
    cacheDir: join(dir, 'cache', 'editor-strips'),
    async edit(change: (project: Project) => Project) {
      const next = change(project);
      const patches = diffProjects(project, next);
      ({ revision } = await rig.handlers['projects.apply']({ id, session, revision, patches }, rig.context));
      project = next;
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;
const prepare = async ({ rig, id, trackId }: Opened, signal = rig.context.signal) =>
  await rig.handlers['renders.prepareStrip']({ projectId: id, trackId }, { signal });

async function read(rig: EditorRig, key: string, fromSample = 0, samples = 4_000_000): Promise<Float32Array> {
  const input = { key, fromSample, samples };
  const bytes = await readAll(rig.handlers['renders.readStrip'](input, rig.context));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

async function exported({ rig, id }: Opened): Promise<Float32Array> {
  const { file, error } = await rig.render(id, { format: 'wav' });
  expect(error).toBeNull();
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', file!.path, '-f', 'f32le', '-'], {
    maxBuffer: 1 << 28,
  });
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
}

const most = (sound: Float32Array) => sound.reduce((found, value) => Math.max(found, Math.abs(value)), 0);

it('is the export’s sound to its last sample, is made again after an edit and not where nothing of it changed', async () => {
  const opened = await open([gainOf(-6)]);
  const { rig } = opened;
  const wanted = await exported(opened);
  const { key } = await prepare(opened);
  const prepared = await read(rig, key);
  expect(prepared).toHaveLength(wanted.length);
  expect(most(wanted)).toBeGreaterThan(0.05);
  // An export has 24 bits.
  expect(most(prepared.map((value, at) => value - wanted[at]!))).toBeLessThanOrEqual(2 ** -23);
  expect(await read(rig, key, 30_000, 1000)).toEqual(prepared.slice(60_000, 62_000));
  const shares = rig.stripProgress.map(({ done }) => done);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));

  await opened.edit((project) => ({
    ...project,
    name: 'Other',
    tracks: project.tracks.map((track) => ({ ...track, volumeDb: -3, pan: 20, isMuted: true })),
  }));
  expect((await prepare(opened)).key).toBe(key);

  await opened.edit((project) => withPlugins(project, [gainOf(-12)]));
  const edited = await prepare(opened);
  expect(edited.key).not.toBe(key);
  const quieter = await read(rig, edited.key);
  expect(quieter.findIndex((value, at) => Math.abs(value - prepared[at]! / 10 ** 0.3) > 1e-6)).toBe(-1);
  await opened.edit((project) => ({
    ...project,
    tracks: project.tracks.map((track) => ({
      ...track,
      clips: track.clips.map((clip) => ({ ...clip, startFrame: 16 })),
    })),
  }));
  const moved = await read(rig, (await prepare(opened)).key);
  expect(moved.slice(2 * 1600)).toEqual(quieter);
  // The earlier ones are there for an undo.
  expect(await read(rig, key)).toEqual(prepared);
});

it('is what an export and the loudness are made of, where nothing has changed since', async () => {
  const opened = await open([gainOf(-6)]);
  const { rig, id, counts } = opened;
  const measure = async () => await rig.handlers['renders.measureSound']({ projectId: id }, rig.context);
  const prepared = await read(rig, (await prepare(opened)).key);
  const made = counts.cleaned;
  const { integratedLufs } = await measure();
  const wanted = await exported(opened);
  expect(most(prepared.map((value, at) => value - wanted[at]!))).toBeLessThanOrEqual(2 ** -23);
  expect(counts.cleaned).toBe(made);
  await opened.edit((project) => withPlugins(project, [gainOf(-12)]));
  expect((await measure()).integratedLufs).toBeCloseTo(integratedLufs! - 6, 1);
  expect(counts.cleaned).toBe(made + 1);
});

it('keeps no more than its room, and always what the project has now', async () => {
  const opened = await open([gainOf(-6)], { mostStripBytes: 1 });
  const { key } = await prepare(opened);
  expect(await read(opened.rig, key)).not.toHaveLength(0);
  await opened.edit((project) => withPlugins(project, [gainOf(-12)]));
  const edited = await prepare(opened);
  await expect(read(opened.rig, key)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(readdirSync(opened.cacheDir)).toEqual([`${edited.key}.wav`]);
});

it('says what a plug-in that crashes says in an export', async () => {
  const opened = await open([{ ...gainOf(0), pluginId: CRASHES, preset: null }]);
  const failure = await prepare(opened).catch((error: unknown) => error);
  const { error } = await opened.rig.render(opened.id, { format: 'wav' });
  expect(failure).toMatchObject({ ...error });
  expect(error?.code).toBe('PLUGIN_CRASHED');
  expect(readdirSync(opened.cacheDir)).toEqual([]);
});

it('waits for the end of a recording, begins again after one that interrupted it, and can be canceled', async () => {
  const listeners = new Set<() => void>();
  let isRecording = true;
  const record = (next: boolean) => {
    isRecording = next;
    listeners.forEach((listener) => listener());
  };
  const opened = await open([gainOf(-6)], {
    quiet: {
      isBroken: () => isRecording,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const { stripListeners, stripProgress } = opened.rig;
  /** Does it once, within the report that this is so. */
  const at = (isThere: (progress: StripProgress) => boolean, work: () => void) =>
    new Promise<void>((resolve) => {
      const listener = (progress: StripProgress) => {
        if (!isThere(progress)) return;
        stripListeners.delete(listener);
        work();
        resolve();
      };
      stripListeners.add(listener);
    });
  const canceling = new AbortController();
  const waits = at(
    ({ isWaiting }) => isWaiting,
    () => canceling.abort(),
  );
  await expect(prepare(opened, canceling.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  await waits;

  record(false);
  const begun = at(
    ({ isWaiting }) => !isWaiting,
    () => record(true),
  );
  const prepared = prepare(opened);
  await begun;
  await at(
    ({ isWaiting }) => isWaiting,
    () => expect(readdirSync(opened.cacheDir)).toEqual([]),
  );
  record(false);
  expect(await read(opened.rig, (await prepared).key)).toHaveLength((2 * 55 * RATE) / 30);
  expect(stripProgress.map(({ isWaiting }) => isWaiting)).toEqual([
    true,
    false,
    true,
    ...stripProgress.slice(3).map(() => false),
  ]);
  expect(listeners.size).toBe(0);
});
