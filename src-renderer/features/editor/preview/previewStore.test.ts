import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClip, createProject } from '../../../../src-shared/domain/edit/create.ts';
import type { Media, Project } from '../../../../src-shared/domain/edit/document.ts';
import type { DrawList } from '../../../../src-shared/domain/edit/resolve.ts';
import type { Preview } from '../../../media/editor/preview.ts';
import type { Transport } from '../../../media/editor/transport.ts';
import { createPreviewStore } from './previewStore.ts';

let drawn: string[];
let playing: { isPlaying: boolean; speed: number };
let frame: number;
let sayMoved: () => void;
let failing: string | null;

const preview: Preview = {
  setMedia: () => undefined,
  setLuts: () => undefined,
  draw: ({ width, height, layers }: DrawList) => {
    const source = layers[0]?.source;
    const at = source?.kind === 'media' ? Math.floor((source.sourceTimeUs * 30) / 1e6) : -1;
    drawn.push(`${at} in ${height}`);
    if (failing !== null) return Promise.reject(new Error(failing));
    const rgba = new Uint8ClampedArray(4);
    return Promise.resolve({
      width,
      height,
      rgba,
      hash: `${at} ${height}`,
      drawn: { by: 'processor', card: '', refusal: null },
      problems: [],
    });
  },
  dispose: () => undefined,
};

function open() {
  const transport = {
    subscribe: (listener: () => void) => ((sayMoved = listener), () => undefined),
    read: () => ({ ...playing, isLooping: false, error: null }),
    frame: () => frame,
  } as unknown as Transport;
  return createPreviewStore(preview, transport);
}

const CAMERA: Media = {
  id: 'camera',
  name: 'Camera',
  kind: 'video',
  source: { type: 'take', takeId: 'take-1', trackId: 'video-1' },
  durationSec: 100,
  startSec: 0,
  video: {
    width: 1920,
    height: 1080,
    rate: { num: 30, den: 1 },
    rotation: 0,
    colour: { matrix: 'bt709', isFullRange: false },
  },
  sound: null,
  linkId: null,
};

function project(): Project {
  let next = 0;
  const made = createProject('Talk', () => `i${(next += 1)}`);
  const clip = createClip({
    id: 'c',
    name: 'Talk',
    mediaId: 'camera',
    startFrame: 0,
    lengthFrames: 300,
    sourceTicksPerSec: 30,
  });
  const tracks = made.tracks.map((track, at) => (at === 0 ? { ...track, clips: [clip] } : track));
  return { ...made, media: { camera: CAMERA }, tracks };
}

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 4));
  [drawn, playing, frame, failing] = [[], { isPlaying: false, speed: 1 }, 0, null];
});

describe('the preview', () => {
  it('shows a frame in fewer lines first, and whole where the playhead stands, once', async () => {
    const store = open();
    store.setProject(project());
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 0, isExact: true }));
    expect(drawn).toEqual(['0 in 540', '0 in 1080']);
    sayMoved();
    frame = 7;
    sayMoved();
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 7, isExact: true }));
    expect(drawn.slice(2)).toEqual(['7 in 540', '7 in 1080']);
    store.dispose();
  });

  it('is not whole before the playhead stands, however often that says where it went', async () => {
    const store = open();
    store.setProject(project());
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 0, isExact: true }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    drawn = [];
    frame = 7;
    sayMoved();
    sayMoved();
    await vi.advanceTimersByTimeAsync(50);
    sayMoved();
    await vi.advanceTimersByTimeAsync(50);
    expect(drawn).toEqual(['7 in 540']);
    await vi.advanceTimersByTimeAsync(50);
    expect(drawn).toEqual(['7 in 540', '7 in 1080']);
    store.dispose();
  });

  it('draws the frame that comes next before it is due, and each once', async () => {
    const store = open();
    store.setProject(project());
    [playing, frame] = [{ isPlaying: true, speed: 1 }, 1];
    sayMoved();
    await vi.waitFor(() => expect(drawn).toContain('2 in 540'));
    expect(store.read()).toMatchObject({ frame: 1 });
    for (const due of [2, 3, 4]) {
      frame = due;
      await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: due }));
    }
    await vi.waitFor(() => expect(drawn).toContain('5 in 540'));
    const whilePlaying = drawn.filter((one) => one.endsWith('540'));
    expect(new Set(whilePlaying).size).toBe(whilePlaying.length);
    store.dispose();
  });

  it('draws again what an edit has changed, also while it plays', async () => {
    const store = open();
    store.setProject(project());
    [playing, frame] = [{ isPlaying: true, speed: 1 }, 1];
    sayMoved();
    await vi.waitFor(() => expect(drawn).toContain('2 in 540'));
    drawn = [];
    store.setBefore(true);
    await vi.waitFor(() => expect(drawn).toContain('1 in 540'));
    store.dispose();
  });

  it('forgets what was drawn ahead of an edit', async () => {
    const store = open();
    store.setProject(project());
    [playing, frame] = [{ isPlaying: true, speed: 1 }, 1];
    sayMoved();
    await vi.waitFor(() => expect(drawn).toContain('2 in 540'));
    playing = { isPlaying: false, speed: 1 };
    sayMoved();
    store.setBefore(true);
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 1, isExact: true }));
    drawn = [];
    [playing, frame] = [{ isPlaying: true, speed: 1 }, 2];
    sayMoved();
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 2 }));
    expect(drawn[0]).toBe('2 in 540');
    store.dispose();
  });

  it('shows the start of a short loop again', async () => {
    const store = open();
    store.setProject(project());
    [playing, frame] = [{ isPlaying: true, speed: 1 }, 3];
    sayMoved();
    await vi.waitFor(() => expect(drawn).toContain('4 in 540'));
    frame = 0;
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 0 }));
    store.dispose();
  });

  it('says why a frame could not be drawn, and draws the next', async () => {
    const store = open();
    failing = 'The kernel is not open.';
    store.setProject(project());
    await vi.waitFor(() => expect(store.read().error).toBe('The kernel is not open.'));
    failing = null;
    frame = 3;
    sayMoved();
    await vi.waitFor(() => expect(store.read()).toMatchObject({ frame: 3, isExact: true, error: null }));
    store.dispose();
  });
});
