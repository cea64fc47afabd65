import type { AppContract } from '../../src-shared/contract/index.ts';
import type { InputOf } from '../../src-shared/contract/define.ts';

type FrameFacts = InputOf<AppContract['video.append']>['frames'][number];

/** A screen's track as `video.addTrack` takes it, but for its frames a second. */
export const SCREEN_TRACK = {
  sourceId: null,
  kind: 'screen',
  codec: 'vp8',
  codecPrivate: null,
  bubble: null,
  name: 'Screen',
  source: 'screen:0',
  width: 320,
  height: 180,
} as const;

/** Encoded frames as `video.append` takes them: what is said of them, and their bytes beside it. */
export function toFrameUpload(sent: readonly (Omit<FrameFacts, 'sizeBytes'> & { bytes: Uint8Array })[]) {
  async function* give() {
    for (const { bytes } of sent) yield await Promise.resolve(bytes);
  }
  const frames = sent.map(({ atMs, isKey, droppedBefore = 0, bytes }) => ({
    atMs,
    isKey,
    droppedBefore,
    sizeBytes: bytes.byteLength,
  }));
  return { frames, context: { signal: new AbortController().signal, bytes: give() } };
}
