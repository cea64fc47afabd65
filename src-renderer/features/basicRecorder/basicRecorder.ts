import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { BasicSource } from '../../media/basicTakes/channels.ts';
import type { BasicKind, BasicMeeting, BasicPurpose, BasicTake } from '../../media/basicTakes/document.ts';
import {
  recordBasicTake,
  type BasicFigures,
  type BasicRecording,
  type BasicTakeOptions,
} from '../../media/basicTakes/recorder.ts';

/** What is seen of it; another object after each change. */
export interface BasicRecorderState {
  phase: 'idle' | 'starting' | 'recording' | 'paused' | 'stopping';
  takeId: string | null;
  name: string;
  /** The screen that began it. */
  purpose: BasicPurpose | null;
  /** What is recorded now: sources that have gone are not among it. */
  live: readonly BasicKind[];
  /** What the recording was begun with: what of it is not live is missing. */
  armed: readonly BasicKind[];
  /** Why the last start was refused. */
  failure: RpcFailure | null;
  /** The last one that has ended. */
  lastTake: BasicTake | null;
}

export interface BasicStart extends Omit<BasicTakeOptions, 'id' | 'onChanged'> {
  sources: readonly BasicSource[];
}

const NO_FIGURES: BasicFigures = { framesWritten: 0, framesDropped: 0, bytesWritten: 0, size: null };
const BUSY =
  'Another screen of this page is recording. Stop that recording first, or open SoundDesk in another window.';

export type BasicRecorder = ReturnType<typeof createBasicRecorder>;

/** The recorder of a page without a host: its streams and workers are handles of the browser, which no store can hold. */
export function createBasicRecorder() {
  const listeners = new Set<() => void>();
  let state: BasicRecorderState = {
    ...{ phase: 'idle', takeId: null, name: '', purpose: null, live: [] },
    ...{ armed: [], failure: null, lastTake: null },
  };
  let recording: BasicRecording | null = null;
  const change = (changes: Partial<BasicRecorderState>) => {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };

  function follow(): void {
    if (!recording) return;
    const { live } = recording;
    if (state.phase === 'stopping') change({ live });
    else change({ live, phase: recording.isPaused ? 'paused' : 'recording' });
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    recordedMs: () => recording?.recordedMs() ?? 0,
    figures: () => recording?.figures() ?? NO_FIGURES,
    /** `TAKE_ALREADY_RUNNING` where another screen of this page records; the failure is in the state as well. */
    async start({ sources, ...options }: BasicStart): Promise<void> {
      if (state.phase !== 'idle') throw new RpcError('TAKE_ALREADY_RUNNING', BUSY);
      const { name, purpose } = options;
      const armed = sources.map(({ kind }) => kind);
      change({ phase: 'starting', name, purpose, armed, failure: null, lastTake: null });
      try {
        const started = await recordBasicTake(sources, {
          ...options,
          id: crypto.randomUUID(),
          onChanged: follow,
        });
        recording = started;
        void started.ended.then((lastTake) => {
          recording = null;
          change({ phase: 'idle', takeId: null, purpose: null, live: [], armed: [], lastTake });
        });
        change({ takeId: started.takeId });
        follow();
      } catch (error) {
        const failure = toRpcError(error);
        change({ phase: 'idle', purpose: null, armed: [], failure: failure.toFailure() });
        throw failure;
      }
    },
    setPaused: (isPaused: boolean) => recording?.setPaused(isPaused),
    describe: (meeting: BasicMeeting) => recording?.describe(meeting),
    /** What is shared from now on, in the place of what was. */
    async replaceShare(sources: readonly BasicSource[]): Promise<void> {
      if (!recording) throw new RpcError('TAKE_NOT_RUNNING', 'The recording has ended meanwhile.');
      try {
        await recording.replaceShare(sources);
      } catch (error) {
        throw toRpcError(error);
      }
    },
    /** A source that was lost and is there again. */
    async join(source: BasicSource): Promise<void> {
      try {
        await recording?.join(source);
      } catch (error) {
        throw toRpcError(error);
      }
    },
    async stop(): Promise<BasicTake | null> {
      if (!recording) return state.lastTake;
      change({ phase: 'stopping' });
      return await recording.stop();
    },
  };
}

/** One for the page: a recording goes on while another screen is looked at, and two would take pictures from each other. */
export const basicRecorder: BasicRecorder = createBasicRecorder();

export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
