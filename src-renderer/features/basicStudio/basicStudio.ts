import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { BASIC_KINDS, type BasicKind, type BasicTake } from '../../media/basicTakes/document.ts';
import { recordBasicTake, type BasicRecording } from '../../media/basicTakes/recorder.ts';
import { askForScreen, openCamera } from '../../media/pictures/sources.ts';
import { openMicrophone } from './openMicrophone.ts';

export type ChannelState =
  | { status: 'off' | 'opening' | 'waiting' | 'lost' }
  | { status: 'live'; stream: MediaStream }
  | { status: 'failed'; failure: RpcFailure };

/** What is seen of it; another object after each change. */
export interface BasicStudioState {
  channels: Record<BasicKind, ChannelState>;
  phase: 'idle' | 'starting' | 'recording' | 'paused' | 'stopping';
  failure: RpcFailure | null;
  /** The last one that has ended. */
  lastTake: BasicTake | null;
}

const CAMERA = { fps: 30, maxHeight: 720 };
const SCREEN = { surface: null, fps: 30, maxHeight: 1080, showCursor: true } as const;

/** Streams and recorders of the basic studio: handles of the browser, which no store can hold. */
export function createBasicStudio() {
  const listeners = new Set<() => void>();
  let state: BasicStudioState = {
    channels: { audio: { status: 'off' }, video: { status: 'off' }, screen: { status: 'off' } },
    ...{ phase: 'idle', failure: null, lastTake: null },
  };
  let recording: BasicRecording | null = null;
  const change = (changes: Partial<BasicStudioState>) => {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };
  const setChannel = (kind: BasicKind, channel: ChannelState) =>
    change({ channels: { ...state.channels, [kind]: channel } });

  function release(kind: BasicKind): void {
    const channel = state.channels[kind];
    if (channel.status === 'live') channel.stream.getTracks().forEach((track) => track.stop());
  }

  function follow(): void {
    const phase = recording ? (recording.isPaused ? 'paused' : 'recording') : 'idle';
    if (state.phase !== 'stopping' || phase === 'idle') change({ phase });
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    recordedMs: () => recording?.recordedMs() ?? 0,
    /** Opens it, any device where `deviceId` is null; a screen is asked for. */
    async open(kind: BasicKind, deviceId: string | null): Promise<void> {
      release(kind);
      const opening: ChannelState = { status: 'opening' };
      setChannel(kind, opening);
      try {
        const stream = await openSource(kind, deviceId);
        // Switched off, or another one chosen, while the browser asked.
        if (state.channels[kind] !== opening) return stream.getTracks().forEach((track) => track.stop());
        setChannel(kind, { status: 'live', stream });
        stream.getTracks()[0]?.addEventListener('ended', () => {
          const now = state.channels[kind];
          if (now.status === 'live' && now.stream === stream) setChannel(kind, { status: 'lost' });
        });
      } catch (error) {
        if (state.channels[kind] === opening)
          setChannel(kind, { status: 'failed', failure: toFailure(error) });
      }
    },
    close(kind: BasicKind, status: 'off' | 'waiting'): void {
      release(kind);
      setChannel(kind, { status });
    },
    async start(name: string): Promise<void> {
      if (recording || state.phase !== 'idle') return;
      change({ phase: 'starting', failure: null, lastTake: null });
      const sources = BASIC_KINDS.flatMap((kind) => {
        const channel = state.channels[kind];
        const [track] = channel.status === 'live' ? channel.stream.getTracks() : [];
        return track ? [{ kind, track }] : [];
      });
      try {
        const started = await recordBasicTake(sources, {
          ...{ id: crypto.randomUUID(), name, startedAtMs: Date.now(), onChanged: follow },
        });
        recording = started;
        void started.ended.then((lastTake) => {
          recording = null;
          change({ phase: 'idle', lastTake });
        });
        follow();
      } catch (error) {
        change({ phase: 'idle', failure: toFailure(error) });
      }
    },
    setPaused: (isPaused: boolean) => recording?.setPaused(isPaused),
    async stop(): Promise<void> {
      change({ phase: 'stopping' });
      await recording?.stop();
    },
    /** The screen is left: what is recorded goes on, what is only looked at is closed. */
    leave(): void {
      if (recording) return;
      for (const kind of BASIC_KINDS) {
        release(kind);
        setChannel(kind, { status: 'off' });
      }
    },
  };
}

export type BasicStudio = ReturnType<typeof createBasicStudio>;

/** One for the page: a recording goes on while another screen is looked at. */
export const basicStudio: BasicStudio = createBasicStudio();

function openSource(kind: BasicKind, deviceId: string | null): Promise<MediaStream> {
  switch (kind) {
    case 'audio':
      return openMicrophone(deviceId);
    case 'video':
      return openCamera(deviceId, CAMERA);
    case 'screen':
      return askForScreen(SCREEN);
  }
}

function toFailure(error: unknown): RpcFailure {
  if (error instanceof RpcError) return error.toFailure();
  return new RpcError('INTERNAL', error instanceof Error ? error.message : String(error)).toFailure();
}
