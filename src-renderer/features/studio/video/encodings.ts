import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { wordFailure } from '../../../i18n/wordFailure.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { FORMAT_CODECS, STUDIO_FPS, type VideoChannel } from '../../../../src-shared/domain/videoChannels.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import {
  encodingFor,
  liveSource,
  recordSource,
  releaseSource,
  type SourceRequest,
} from '../../../media/recorder/index.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { selectVideoSupport } from '../../workspace/index.ts';
import { nothingGiven, sourceClosed, sourceFailed, sourceStill, trackBegun } from './videoEvents.ts';
import type { StudioVideoRoot } from './videoState.ts';

export type VideoDispatch = ThunkDispatch<StudioVideoRoot, ThunkExtra, UnknownAction>;

export interface EncodingContext {
  client: ThunkExtra['client'];
  dispatch: VideoDispatch;
  getState: () => StudioVideoRoot;
}

/** Whether the studio is on the screen: else a camera is closed with its recording. */
let isInSight = false;
export const isStudioInSight = (): boolean => isInSight;
export const setStudioInSight = (isSo: boolean): void => void (isInSight = isSo);

export const closeSource =
  (id: string) =>
  (dispatch: VideoDispatch): void => {
    releaseSource(id);
    dispatch(sourceClosed(id));
  };

export const enabledOf = (getState: () => StudioVideoRoot): VideoChannel[] =>
  getState().studioVideo.channels.filter(({ isEnabled }) => isEnabled);

/** How a channel is recorded, and what the screen says of it. */
export function requestOf(
  { dispatch, getState }: Omit<EncodingContext, 'client'>,
  { id, kind, name }: VideoChannel,
): SourceRequest {
  const { quality, format } = getState().studioVideo;
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
    ...encodingFor(selectVideoSupport(getState()), FORMAT_CODECS[format]),
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

/** Of one that is open, as the next part of its track where there is one already. */
export const beginEncoding = (context: EncodingContext, channel: VideoChannel): Promise<void> =>
  recordSource(context.client, requestOf(context, channel));

function toFailure(cause: unknown): RpcFailure {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const error = failWith('FORMAT_UNSUPPORTED', 'videoNotEncodable', { values: { reason } });
  return wordFailure(error.toFailure());
}
