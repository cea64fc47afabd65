import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { PictureCodec } from '../../../../src-shared/contract/takePictures.ts';
import {
  FORMAT_CODECS,
  STUDIO_FPS,
  type PictureChannel,
} from '../../../../src-shared/domain/pictureChannels.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import {
  liveSource,
  PAGE_ENCODING,
  recordSource,
  releaseSource,
  type SourceWish,
} from '../../../media/recorder/index.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { selectPicturesSupport } from '../../workspace/index.ts';
import { nothingGiven, sourceClosed, sourceFailed, sourceStill, trackBegun } from './pictureEvents.ts';
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

export const closeSource =
  (id: string) =>
  (dispatch: PicturesDispatch): void => {
    releaseSource(id);
    dispatch(sourceClosed(id));
  };

export const enabledOf = (getState: () => StudioPicturesRoot): PictureChannel[] =>
  getState().studioPictures.channels.filter(({ isEnabled }) => isEnabled);

/** How a channel is recorded, and what is told of it. */
export function wishOf(
  { dispatch, getState }: Omit<CaptureContext, 'client'>,
  { id, kind, name }: PictureChannel,
): SourceWish {
  const { quality, format } = getState().studioPictures;
  let hasBegun = false;
  return {
    sourceId: id,
    kind,
    name,
    area: null,
    fps: STUDIO_FPS,
    staysOpen: true,
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, STUDIO_FPS),
    ...encodingOf(FORMAT_CODECS[format], getState),
    onStill: (isStill) => dispatch(sourceStill({ id, isStill })),
    onTrack(trackId) {
      hasBegun = true;
      dispatch(trackBegun({ channelId: id, trackId, label: liveSource(id)?.track.label ?? '' }));
    },
    onEnded(why) {
      // What the host refuses is said with the take.
      if (why.kind === 'failed' && !(why.error instanceof RpcError))
        dispatch(sourceFailed({ id, failure: toFailure(why.error) }));
      if (why.kind !== 'failed' && !hasBegun) dispatch(nothingGiven({ name }));
      if (!isInSight) dispatch(closeSource(id));
    },
  };
}

/** What the host takes: one that writes itself what a page sends wants what every browser encodes. */
function encodingOf(codec: PictureCodec, getState: () => StudioPicturesRoot) {
  const support = selectPicturesSupport(getState());
  return !support?.supported || support.codecs.includes(codec) ? { codec } : PAGE_ENCODING;
}

/** Of one that is open, as the next part of its track where there is one already. */
export const beginCapture = (context: CaptureContext, channel: PictureChannel): Promise<void> =>
  recordSource(context.client, wishOf(context, channel));

function toFailure(error: unknown): RpcFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `Its pictures cannot be encoded by this browser: ${reason} Choose another camera or quality.`;
  return new RpcError('FORMAT_UNSUPPORTED', message).toFailure();
}
