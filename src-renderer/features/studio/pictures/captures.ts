import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  FORMAT_CODECS,
  STUDIO_FPS,
  type PictureChannel,
} from '../../../../src-shared/domain/pictureChannels.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import { captureToHost } from '../../../media/pictures/captureToHost.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { endRecorded, liveIds, liveSource, releaseSource, type LiveSource } from './liveSources.ts';
import {
  nothingGiven,
  sourceClosed,
  sourceFailed,
  sourceStill,
  trackBegun,
  tracksForgotten,
} from './pictureEvents.ts';
import type { StudioPicturesRoot } from './pictureState.ts';

export type PicturesDispatch = ThunkDispatch<StudioPicturesRoot, ThunkExtra, UnknownAction>;

export interface CaptureContext {
  client: ThunkExtra['client'];
  dispatch: PicturesDispatch;
  getState: () => StudioPicturesRoot;
}

/** Whether the studio is on the screen: else a camera is closed with its recording. */
let isInSight = false;
export const isStudioInSight = (): boolean => isInSight;
export const setStudioInSight = (isSo: boolean): void => void (isInSight = isSo);

/** The take is being ended: what stops now stops on purpose. */
let isEnding = false;
export const isEndingCaptures = (): boolean => isEnding;

export const closeSource =
  (id: string) =>
  (dispatch: PicturesDispatch): void => {
    const source = liveSource(id);
    releaseSource(id);
    void source?.capture?.stop();
    dispatch(sourceClosed(id));
  };

export const enabledOf = (getState: () => StudioPicturesRoot): PictureChannel[] =>
  getState().studioPictures.channels.filter(({ isEnabled }) => isEnabled);

/** Sends what a channel shows into the take, as the next part of its track where there is one already. */
export async function beginCapture(
  { client, dispatch, getState }: CaptureContext,
  { id, kind, name }: PictureChannel,
  source: LiveSource,
  takeStarted: Promise<void>,
): Promise<void> {
  const { quality, format } = getState().studioPictures;
  // The picture on the screen goes on when the recording ends.
  const track = source.track.clone();
  source.recorded = track;
  let hasBegun = false;
  const capture = await captureToHost(client, {
    ...{ track, sourceId: id, kind, name, area: null, fps: STUDIO_FPS, takeStarted },
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, STUDIO_FPS),
    codec: FORMAT_CODECS[format],
    onStill: (isStill) => dispatch(sourceStill({ id, isStill })),
    onTrack: (trackId) => {
      hasBegun = true;
      dispatch(trackBegun({ channelId: id, trackId, label: source.track.label }));
    },
  }).catch((error: unknown) => {
    endRecorded(source);
    throw error;
  });
  if (liveSource(id) !== source) {
    // Closed meanwhile.
    capture.abandon();
    track.stop();
    return;
  }
  source.capture = capture;
  void capture.ended.then((why) => {
    // What the host refuses is said with the take.
    if (why.kind === 'failed' && !(why.error instanceof RpcError))
      dispatch(sourceFailed({ id, failure: toFailure(why.error) }));
    if (why.kind !== 'failed' && !hasBegun) dispatch(nothingGiven({ name }));
    if (source.capture === capture) endRecorded(source);
    if (!isInSight) dispatch(closeSource(id));
  });
}

function toFailure(error: unknown): RpcFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `Its pictures cannot be encoded by this browser: ${reason} Choose another camera or quality.`;
  return new RpcError('FORMAT_UNSUPPORTED', message).toFailure();
}

/** Begins to encode all that is open, and waits for its pictures; `takeStarted`: from then on the host has a take. */
export async function beginCaptures(context: CaptureContext, takeStarted: Promise<void>): Promise<void> {
  context.dispatch(tracksForgotten());
  for (const channel of enabledOf(context.getState)) {
    const source = liveSource(channel.id);
    if (source) await beginCapture(context, channel, source, takeStarted);
  }
  await Promise.all(captures().map(({ begun }) => begun));
}

/** The host is told what the take is to have: whatever of it does not come is missed from the take's first moment on. */
export function armSources({ client, getState }: CaptureContext): void {
  const sources = enabledOf(getState).map(({ id, kind, name }) => ({ id, kind, name }));
  // It answers once the sound has begun. What it refuses is refused to the tracks as well, and said then.
  if (sources.length > 0) void client.call('pictures.arm', { sources, isFromStart: true });
}

const captures = () => liveIds().flatMap((id) => liveSource(id)?.capture ?? []);

/** Whether this page sends pictures into a take. */
export const isCapturing = (): boolean => captures().length > 0;
/** The take has begun: what comes from now on can be begun with. */
export const askForKeys = (): void => captures().forEach((capture) => capture.askForKey());
export const setCapturesPaused = (isPaused: boolean): void =>
  captures().forEach((capture) => capture.setPaused(isPaused));
/** There is no take after all. */
export const abandonCaptures = (): void => {
  for (const id of liveIds()) {
    const source = liveSource(id);
    source?.capture?.abandon();
    if (source) endRecorded(source);
  }
};
/** Ends the take by `endTake`, which is called when the host has all that was captured. */
export async function endCaptures<T>(endTake: () => Promise<T>): Promise<T> {
  isEnding = true;
  try {
    await Promise.all(captures().map((capture) => capture.stop()));
    return await endTake();
  } finally {
    isEnding = false;
  }
}
