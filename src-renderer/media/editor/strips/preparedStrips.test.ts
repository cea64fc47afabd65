import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StripProgress } from '../../../../src-shared/contract/renders.ts';
import { DEFAULT_CHANNEL } from '../../../../src-shared/domain/captureSetUp.ts';
import { createClip, createProject } from '../../../../src-shared/domain/edit/create.ts';
import type { Media, Project, Track, TrackPlugin } from '../../../../src-shared/domain/edit/document.ts';
import { PreparedStrips } from './preparedStrips.ts';
import { StripMixer } from './stripMixer.ts';

const { isEnabled: _enabled, colour: _colour, ...CHANNEL } = DEFAULT_CHANNEL;
const PLUGIN: TrackPlugin = { id: 'p', pluginId: 'A'.repeat(32), name: 'Gain', isOn: true, preset: null };
const STRIP: NonNullable<Track['strip']> = {
  ...structuredClone(CHANNEL),
  denoise: { ...CHANNEL.denoise, engine: 'off' },
  plugins: [PLUGIN],
};
const MEDIA: Media = {
  id: 'voice',
  name: 'Voice',
  kind: 'audio',
  source: { type: 'take', takeId: 'take', trackId: 'voice' },
  startSec: 0,
  durationSec: 10,
  video: null,
  sound: { sampleRate: 48_000, channels: 2 },
  linkId: null,
};

function createdProject(): Project {
  let next = 0;
  const made = createProject('Test', () => `id${(next += 1)}`);
  const clip = createClip({ id: 'c', name: 'c', startFrame: 0, lengthFrames: 30, mediaId: 'voice' });
  const tracks = made.tracks.map((one) =>
    one.kind === 'audio' ? { ...one, id: 'track', clips: [clip], strip: STRIP } : one,
  );
  return { ...made, media: { voice: MEDIA }, tracks };
}
const withTrack = (project: Project, values: Partial<Track>): Project => ({
  ...project,
  tracks: project.tracks.map((track) => (track.id === 'track' ? { ...track, ...values } : track)),
});
const trackIn = ({ tracks }: Project) => tracks.find(({ id }) => id === 'track')!;

/** What is asked of it, to be answered by hand; what it made is all of one value. */
function openHost() {
  const asked: { trackId: string; signal: AbortSignal; made: PromiseWithResolvers<string> }[] = [];
  const listeners = new Set<(progress: StripProgress) => void>();
  let isEmptied = false;
  return {
    asked,
    report: (done: number, isWaiting = false) =>
      listeners.forEach((listener) => listener({ projectId: 'p', trackId: 'track', done, isWaiting })),
    empty: () => (isEmptied = true),
    prepare(trackId: string, signal: AbortSignal) {
      const made = Promise.withResolvers<string>();
      asked.push({ trackId, signal, made });
      return made.promise;
    },
    read: (key: string, _from: number, samples: number) =>
      isEmptied
        ? Promise.reject(new Error('It is not there any more.'))
        : Promise.resolve(new Float32Array(2 * samples).fill(Number(key))),
    subscribe(listener: (progress: StripProgress) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

describe('tracks with plug-ins, prepared for the preview', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const editsEnd = () => vi.advanceTimersByTimeAsync(500);

  it('are heard as the host has made them, and as the page can until then', async () => {
    const host = openHost();
    let changes = 0;
    const prepared = new PreparedStrips(host, () => {
      changes += 1;
      mixer.dispose();
    });
    const dry = (_: string, _from: number, samples: number) =>
      Promise.resolve(new Float32Array(2 * samples).fill(0.5));
    const open = () => ({ push: (block: Float32Array) => Promise.resolve(block), close: () => undefined });
    const mixer = new StripMixer(
      dry,
      open,
      () => Promise.resolve({ standard: null, strong: null }),
      prepared.soundOf,
    );
    const project = createdProject();
    const heard = async (of: Project) => (await mixer.mix(of, 4800, 1))[0];
    prepared.setProject(project);
    await settle();
    expect(await heard(project)).toBe(0.5);
    expect(prepared.stateOf('track')).toEqual({ kind: 'preparing', done: 0, isWaiting: false });
    host.report(0.4);
    expect(prepared.stateOf('track')).toMatchObject({ done: 0.4 });
    host.report(0, true);
    expect(prepared.stateOf('track')).toMatchObject({ isWaiting: true });
    host.asked[0]?.made.resolve('0.25');
    await settle();
    expect(prepared.stateOf('track')).toEqual({ kind: 'ready' });
    expect(changes).toBe(1);
    expect(await heard(project)).toBe(0.25);
    // Another document, which may be one that is tried out.
    expect(await heard(withTrack(project, { clips: [] }))).toBe(0);
    expect(await heard(withTrack(project, { strip: { ...STRIP } }))).toBe(0.5);
    expect(await heard(withTrack(project, { volumeDb: -20 * Math.log10(2) }))).toBeCloseTo(0.125, 6);
  });

  it('are made again once edits pause, where what they depend on is another', async () => {
    const host = openHost();
    const prepared = new PreparedStrips(host, () => undefined);
    const project = createdProject();
    prepared.setProject(project);
    await settle();
    host.asked[0]?.made.resolve('1');
    await settle();
    const louder = withTrack(project, { volumeDb: 3, isMuted: true });
    prepared.setProject(louder);
    expect(prepared.stateOf('track')).toEqual({ kind: 'ready' });
    const edits = [1, 2, 3].map((gain) => withTrack(project, { strip: { ...STRIP, inputGain: 100 + gain } }));
    for (const edit of edits) {
      prepared.setProject(edit);
      expect(prepared.soundOf(edit, trackIn(edit))).toBeNull();
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(host.asked).toHaveLength(1);
    await editsEnd();
    expect(host.asked).toHaveLength(2);
    prepared.setProject(withTrack(project, { strip: { ...STRIP, plugins: [] } }));
    expect(host.asked[1]?.signal.aborted).toBe(true);
    expect(prepared.stateOf('track')).toBeNull();
    host.asked[1]?.made.resolve('2');
    await editsEnd();
    expect(prepared.stateOf('track')).toBeNull();
    expect(host.asked).toHaveLength(2);
  });

  it('say why they could not be made, can be tried again, and are made again where the host has lost them', async () => {
    const host = openHost();
    const prepared = new PreparedStrips(host, () => undefined);
    const project = createdProject();
    prepared.setProject(project);
    await settle();
    host.asked[0]?.made.reject(new Error('It crashed.'));
    await settle();
    expect(prepared.stateOf('track')).toEqual({ kind: 'failed', message: 'It crashed.' });
    prepared.retry('track');
    await settle();
    host.asked[1]?.made.resolve('1');
    await settle();
    const read = prepared.soundOf(project, trackIn(project));
    expect(await read?.(0, 10)).toHaveLength(20);
    host.empty();
    await expect(read?.(0, 10)).rejects.toThrow('not there');
    await settle();
    expect(host.asked).toHaveLength(3);
    prepared.dispose();
    expect(host.asked[2]?.signal.aborted).toBe(true);
  });

  it('are not asked for where the host runs no plug-ins', async () => {
    const prepared = new PreparedStrips(null, () => undefined);
    const project = createdProject();
    prepared.setProject(project);
    await settle();
    expect(prepared.stateOf('track')).toBeNull();
    expect(prepared.soundOf(project, trackIn(project))).toBeNull();
  });
});
