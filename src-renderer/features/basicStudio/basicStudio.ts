import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { RunningTake } from '../../../src-shared/contract/recording.ts';
import { askForScreen, openCamera } from '../../media/pictures/sources.ts';
import {
  holdSound,
  holdSource,
  PAGE_ENCODING,
  recordSource,
  releaseSound,
  releaseSource,
  type SourceWish,
} from '../../media/recorder/index.ts';
import { openMicrophone } from '../../media/sound/openMicrophone.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { beginRecording, selectRecording, type RecordingSlice } from '../recording/index.ts';

/** What the document gives a browser: one of each. */
export const STUDIO_KINDS = ['audio', 'video', 'screen'] as const;
export type StudioKind = (typeof STUDIO_KINDS)[number];

export type ChannelState =
  | { status: 'off' | 'opening' | 'waiting' | 'lost' }
  /** `isStill`: no picture of it has come into the recording for half a minute. */
  | { status: 'live'; stream: MediaStream; isStill: boolean }
  | { status: 'failed'; failure: RpcFailure };

export type StudioChannels = Readonly<Record<StudioKind, ChannelState>>;

/** Bits a second of a file of pictures. */
export const PICTURE_BITS_PER_SECOND = 4_000_000;

const CAMERA = { fps: 30, maxHeight: 720 };
const SCREEN = { surface: null, fps: 30, maxHeight: 1080, showCursor: true } as const;
const SOURCES = {
  video: { id: 'basicStudio.camera', kind: 'video', name: 'Camera' },
  screen: { id: 'basicStudio.screen', kind: 'screen', name: 'Screen' },
} as const;

/** What the recording should have and has not. */
export function missingOf(take: RunningTake | null): StudioKind[] {
  if (!take?.hasChannels) return [];
  const missing = take.sources.filter(({ missingSinceSec }) => missingSinceSec !== null);
  return [
    ...(take.hasSound && take.channelIds.length === 0 ? (['audio'] as const) : []),
    ...(['video', 'screen'] as const).filter((kind) => missing.some(({ id }) => id === SOURCES[kind].id)),
  ];
}

/** Streams of the basic studio: handles of the browser, which no store can hold. */
const listeners = new Set<() => void>();
let channels: StudioChannels = {
  audio: { status: 'off' },
  video: { status: 'off' },
  screen: { status: 'off' },
};

/** The device that was asked for last; null: any. */
const chosen: Partial<Record<StudioKind, string | null>> = {};

function setChannel(kind: StudioKind, channel: ChannelState): void {
  channels = { ...channels, [kind]: channel };
  listeners.forEach((listener) => listener());
}

export const readChannels = (): StudioChannels => channels;

export function followChannels(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function release(kind: StudioKind): void {
  const channel = channels[kind];
  if (channel.status === 'live') channel.stream.getTracks().forEach((track) => track.stop());
  if (kind === 'audio') releaseSound('microphone');
  else releaseSource(SOURCES[kind].id);
}

function hold(kind: StudioKind, stream: MediaStream): void {
  setChannel(kind, { status: 'live', stream, isStill: false });
  stream.getTracks()[0]?.addEventListener('ended', () => {
    const now = channels[kind];
    if (now.status === 'live' && now.stream === stream) setChannel(kind, { status: 'lost' });
  });
  const [sound] = stream.getAudioTracks();
  if (kind !== 'audio') holdSource(SOURCES[kind].id, stream);
  else if (sound) holdSound('microphone', sound, { name: sound.label === '' ? 'Microphone' : sound.label });
}

function wishOf(kind: 'video' | 'screen'): SourceWish {
  const { id: sourceId, name } = SOURCES[kind];
  const { fps, maxHeight } = kind === 'video' ? CAMERA : SCREEN;
  return {
    ...{ sourceId, kind, name, area: null, fps, maxHeight, staysOpen: true },
    ...{ bitsPerSecond: PICTURE_BITS_PER_SECOND, ...PAGE_ENCODING },
    onStill(isStill) {
      const now = channels[kind];
      if (now.status === 'live') setChannel(kind, { ...now, isStill });
    },
  };
}

const isLive = (kind: StudioKind) => channels[kind].status === 'live';

type Root = { recording: RecordingSlice };
type Dispatch = ThunkDispatch<Root, ThunkExtra, UnknownAction>;

/** Opens it, any device where `deviceId` is null; a screen is asked for. What was lost is recorded again. */
export function openChannel(kind: StudioKind, deviceId: string | null) {
  return async (_dispatch: Dispatch, getState: () => Root, { client }: ThunkExtra): Promise<void> => {
    release(kind);
    chosen[kind] = deviceId;
    const opening: ChannelState = { status: 'opening' };
    setChannel(kind, opening);
    try {
      const stream = await openSource(kind, deviceId);
      // Switched off, or another one chosen, while the browser asked.
      if (channels[kind] !== opening) return stream.getTracks().forEach((track) => track.stop());
      hold(kind, stream);
      // A microphone that is held is heard.
      const isMissing = missingOf(selectRecording(getState()).take).includes(kind);
      if (kind !== 'audio' && isMissing) await recordSource(client, wishOf(kind));
    } catch (error) {
      const { status } = channels[kind];
      if (status === 'live') release(kind);
      if (channels[kind] === opening || status === 'live')
        setChannel(kind, { status: 'failed', failure: toRpcError(error).toFailure() });
    }
  };
}

/** Asked for by hand, or since something was plugged in or allowed again. */
export function recordAgain(kind: StudioKind) {
  return async (dispatch: Dispatch): Promise<void> => {
    if (channels[kind].status !== 'opening') await dispatch(openChannel(kind, chosen[kind] ?? null));
  };
}

export function closeChannel(kind: StudioKind, status: 'off' | 'waiting'): void {
  release(kind);
  setChannel(kind, { status });
}

/** Why it was refused is in the recording's state. */
export function startStudio(name: string) {
  return async (dispatch: Dispatch): Promise<void> => {
    const kinds = (['video', 'screen'] as const).filter(isLive);
    await dispatch(
      beginRecording(() => ({
        ...{ name, sound: { of: 'channels' } },
        sources: kinds.map((kind) => SOURCES[kind]),
        wishes: kinds.map(wishOf),
      })),
    );
  };
}

/** The screen is left: what is recorded goes on, what is only looked at is closed. */
export function leaveStudio() {
  return (_dispatch: Dispatch, getState: () => Root): void => {
    const { take, action } = selectRecording(getState());
    if (take || action) return;
    for (const kind of STUDIO_KINDS) closeChannel(kind, 'off');
  };
}

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

function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
