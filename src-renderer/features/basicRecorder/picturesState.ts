import { errorCodeSchema } from '../../../src-shared/contract/errors.ts';
import type { EndedTake, RecordingState } from '../../../src-shared/contract/recording.ts';
import type { BasicPurpose, BasicTake } from '../../media/basicTakes/document.ts';
import { basicRecorder } from './basicRecorder.ts';

const TELL_EVERY_MS = 250;

/** What a host would tell of the recording that a screen has begun. */
export function picturesStateOf(purpose: BasicPurpose): RecordingState {
  const { phase, takeId, name, purpose: running, live, lastTake } = basicRecorder.read();
  const last = lastTake?.purpose === purpose ? endedPicturesOf(lastTake) : null;
  if (takeId === null || running !== purpose) return { take: null, lastTake: last };
  const { framesWritten, framesDropped, bytesWritten, size } = basicRecorder.figures();
  const id = 'screen' as const;
  const facts = {
    framesWritten,
    framesDropped,
    bytesWritten,
    width: size?.width ?? 0,
    height: size?.height ?? 0,
  };
  const track = { id, sourceId: null, kind: id, name: 'Screen', ...facts, isEnded: !live.includes(id) };
  const isPaused = phase === 'paused';
  const recordedSec = basicRecorder.recordedMs() / 1000;
  const take = {
    ...{ id: takeId, name, isPaused, recordedSec, hasChannels: false, hasSound: true, tracks: [track] },
    ...{ folder: '', startedAtMs: 0, progress: null, markers: [], channelIds: [] },
    // It cannot be switched while it is recorded.
    isMicrophoneMuted: null,
    // What has ended in a page is told by its own recorder.
    sources: [],
  };
  return { take, lastTake: last };
}

/** How a recording ended; without a code it was asked for. */
function endedPicturesOf({ id, name, durationMs, ended }: BasicTake): EndedTake {
  const code = ended ? (errorCodeSchema.safeParse(ended.code).data ?? 'INTERNAL') : null;
  return {
    ...{ id, name, folder: '', continuedIn: null },
    recordedSec: durationMs / 1000,
    code,
    message: ended?.message ?? null,
  };
}

/** Tells of a screen's recording as it goes on, and how it ended; what it returns ends that. */
export function followRecorder(
  purpose: BasicPurpose,
  hear: { onState: (state: RecordingState) => void; onEnded: (ended: EndedTake) => void },
): () => void {
  let toldId = basicRecorder.read().lastTake?.id ?? null;
  const tell = () => {
    hear.onState(picturesStateOf(purpose));
    const { lastTake } = basicRecorder.read();
    if (!lastTake || lastTake.id === toldId || lastTake.purpose !== purpose) return;
    toldId = lastTake.id;
    hear.onEnded(endedPicturesOf(lastTake));
  };
  const timer = setInterval(() => basicRecorder.read().purpose === purpose && tell(), TELL_EVERY_MS);
  const unsubscribe = basicRecorder.subscribe(tell);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
