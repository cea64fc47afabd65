import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRecordingService } from '../../src-main/services/recording/index.ts';
import type { EndedTake } from '../../src-shared/contract/recording.ts';
import type { MatroskaFrame } from '../../src-shared/domain/matroska/writer.ts';
import { SCREEN_TRACK, toFrameUpload } from './frameUpload.ts';
import { createRecordingLog } from './recordingLog.ts';
import { temporaryDir } from './temporaryDir.ts';

export const FPS = 20;
export const context = { signal: new AbortController().signal };
export const TRACK = { ...SCREEN_TRACK, fps: FPS };

/** The service that records video, on a clock that is where the test puts it. */
export function createRig({ keepFreeBytes = 0, lastFramesMs = 0 } = {}) {
  const folder = join(temporaryDir(), 'take');
  const time = { nowMs: 1000 };
  const ended: EndedTake[] = [];
  const changes = { count: 0 };
  const asked = { ending: [] as string[], start: 0, onEnding: (_id: string): unknown => undefined };
  let ids = 0;
  const service = createRecordingService({
    sound: null,
    makeFolder(name) {
      mkdirSync(folder);
      return { folder, name: name ?? 'Take' };
    },
    clock: { nowMs: Date.now },
    createId: () => `id-${(ids += 1)}`,
    nowMs: () => time.nowMs,
    log: createRecordingLog(),
    keepFreeBytes,
    lastFramesMs,
    events: {
      emit(name, payload) {
        if (name === 'recording.onStateChanged') changes.count += 1;
        if (name === 'video.onStartAsked') asked.start += 1;
        if (name === 'recording.onEnded') ended.push(payload as EndedTake);
        if (name !== 'recording.onEnding') return;
        const { id } = payload as { id: string };
        asked.ending.push(id);
        asked.onEnding(id);
      },
    },
  });
  onTestFinished(() => service.close());
  const { handlers } = service;
  const start = async () => {
    await handlers['recording.start'](
      { name: null, sound: { of: 'screen', microphone: false, system: false }, sources: [] },
      context,
    );
    return await handlers['video.addTrack'](TRACK, context);
  };
  /** Each at its own time after the start, and the clock with them. `dropped`: until then before and behind them. */
  const append = (
    trackId: string,
    encoded: readonly MatroskaFrame[],
    shiftMs = 0,
    dropped = { before: 0, after: 0 },
    connection?: AbortSignal,
  ) => {
    const droppedBefore = dropped.before;
    const framesDropped = dropped.before + dropped.after;
    const sent = encoded.map((frame) => ({ ...frame, atMs: 1000 + frame.atMs + shiftMs, droppedBefore }));
    time.nowMs = Math.max(time.nowMs, sent.at(-1)?.atMs ?? 0);
    const upload = toFrameUpload(sent);
    return handlers['video.append'](
      { trackId, frames: upload.frames, framesDropped },
      { ...upload.context, ...(connection ? { connection } : {}) },
    );
  };
  return { folder, time, ended, changes, asked, handlers, start, append };
}
