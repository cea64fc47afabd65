import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { BASIC_BITS, type PictureSource, type SoundSource } from '../../media/basicTakes/channels.ts';
import { askForScreen, openCamera } from '../../media/pictures/sources.ts';
import {
  basicRecorder,
  openMicrophone,
  toRpcError,
  type BasicRecorderState,
} from '../basicRecorder/index.ts';

/** What the document gives a browser: one of each. */
export const STUDIO_KINDS = ['audio', 'video', 'screen'] as const;
export type StudioKind = (typeof STUDIO_KINDS)[number];

export type ChannelState =
  | { status: 'off' | 'opening' | 'waiting' | 'lost' }
  /** `isStill`: no picture of it has come into the recording for half a minute. */
  | { status: 'live'; stream: MediaStream; isStill: boolean }
  | { status: 'failed'; failure: RpcFailure };

export type StudioChannels = Readonly<Record<StudioKind, ChannelState>>;

const CAMERA = { fps: 30, maxHeight: 720 };
const SCREEN = { surface: null, fps: 30, maxHeight: 1080, showCursor: true } as const;

/** What the recording should have and has not. */
export function missingOf({ phase, purpose, armed, live }: BasicRecorderState): StudioKind[] {
  if (purpose !== 'studio' || (phase !== 'recording' && phase !== 'paused')) return [];
  return STUDIO_KINDS.filter((kind) => armed.includes(kind) && !live.includes(kind));
}

/** Streams of the basic studio: handles of the browser, which no store can hold. */
export function createBasicStudio() {
  const listeners = new Set<() => void>();
  let channels: StudioChannels = {
    audio: { status: 'off' },
    video: { status: 'off' },
    screen: { status: 'off' },
  };
  const setChannel = (kind: StudioKind, channel: ChannelState) => {
    channels = { ...channels, [kind]: channel };
    listeners.forEach((listener) => listener());
  };

  /** The device that was asked for last; null: any. */
  const chosen: Partial<Record<StudioKind, string | null>> = {};

  function sourceOf(kind: StudioKind): SoundSource | PictureSource | null {
    const channel = channels[kind];
    const [track] = channel.status === 'live' ? channel.stream.getTracks() : [];
    if (!track) return null;
    if (kind === 'audio') return { kind, track };
    const { fps, maxHeight } = kind === 'video' ? CAMERA : SCREEN;
    const onStill = (isStill: boolean) => {
      const now = channels[kind];
      if (now.status === 'live') setChannel(kind, { ...now, isStill });
    };
    return { kind, track, area: null, fps, maxHeight, bitsPerSecond: BASIC_BITS.video, onStill };
  }

  /** What was lost in the midst of a recording is recorded again. */
  async function join(kind: StudioKind): Promise<void> {
    const source = sourceOf(kind);
    if (source && missingOf(basicRecorder.read()).includes(kind)) await basicRecorder.join(source);
  }

  function release(kind: StudioKind): void {
    const channel = channels[kind];
    if (channel.status === 'live') channel.stream.getTracks().forEach((track) => track.stop());
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => channels,
    /** Opens it, any device where `deviceId` is null; a screen is asked for. */
    async open(kind: StudioKind, deviceId: string | null): Promise<void> {
      release(kind);
      chosen[kind] = deviceId;
      const opening: ChannelState = { status: 'opening' };
      setChannel(kind, opening);
      try {
        const stream = await openSource(kind, deviceId);
        // Switched off, or another one chosen, while the browser asked.
        if (channels[kind] !== opening) return stream.getTracks().forEach((track) => track.stop());
        setChannel(kind, { status: 'live', stream, isStill: false });
        stream.getTracks()[0]?.addEventListener('ended', () => {
          const now = channels[kind];
          if (now.status === 'live' && now.stream === stream) setChannel(kind, { status: 'lost' });
        });
        await join(kind);
      } catch (error) {
        const { status } = channels[kind];
        if (status === 'live') release(kind);
        if (channels[kind] === opening || status === 'live')
          setChannel(kind, { status: 'failed', failure: toRpcError(error).toFailure() });
      }
    },
    /** Asked for by hand, or since something was plugged in or allowed again. */
    async recordAgain(kind: StudioKind): Promise<void> {
      if (channels[kind].status === 'opening') return;
      await this.open(kind, chosen[kind] ?? null);
    },
    close(kind: StudioKind, status: 'off' | 'waiting'): void {
      release(kind);
      setChannel(kind, { status });
    },
    /** Why it was refused is in the recorder's state. */
    async start(name: string): Promise<void> {
      const sources = STUDIO_KINDS.flatMap((kind) => sourceOf(kind) ?? []);
      const options = { name, purpose: 'studio', meeting: null, endsWithPicture: false } as const;
      await basicRecorder.start({ sources, ...options }).catch(() => undefined);
    },
    /** The screen is left: what is recorded goes on, what is only looked at is closed. */
    leave(): void {
      if (basicRecorder.read().phase !== 'idle') return;
      for (const kind of STUDIO_KINDS) {
        release(kind);
        setChannel(kind, { status: 'off' });
      }
    },
  };
}

export type BasicStudio = ReturnType<typeof createBasicStudio>;

/** One for the page: a recording goes on while another screen is looked at. */
export const basicStudio: BasicStudio = createBasicStudio();

function openSource(kind: StudioKind, deviceId: string | null): Promise<MediaStream> {
  switch (kind) {
    case 'audio':
      return openMicrophone(deviceId);
    case 'video':
      return openCamera(deviceId, CAMERA);
    case 'screen':
      return askForScreen(SCREEN);
  }
}
