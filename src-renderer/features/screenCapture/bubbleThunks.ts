import { createAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { wordFailure } from '../../i18n/wordFailure.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { findCamera } from '../../../src-shared/domain/cameraChoice.ts';
import {
  CAMERA_QUALITIES,
  MOST_CAMERA_FPS,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import type { EncodingEnd } from '../../media/video/videoEncoding.ts';
import { listCameras, openCamera, type Camera } from '../../media/video/sources.ts';
import { holdSource, recordSource, releaseSource } from '../../media/recorder/index.ts';
import { createClientThunk } from '../../platform/index.ts';
import { selectRecording, type RecordingRoot } from '../recording/index.ts';
import { isCapturingHere } from './activeCapture.ts';
import { bubbleCamera, bubbleRequest, isBubbleRecorded } from './bubbleCamera.ts';
import type { Dispatch } from '../../lib/store.ts';

/** It was unplugged, or its permission was withdrawn. */
export const bubbleLost = createAction('screenCapture/bubbleLost');
/** Its video is not recorded any further; the capture continues. */
export const bubbleFailed = createAction<RpcFailure>('screenCapture/bubbleFailed');
export const bubbleClosed = createAction('screenCapture/bubbleClosed');

/** What is looked at of the screen's state, which knows these actions. */
export interface BubbleRoot extends RecordingRoot {
  screenCapture: {
    bubble: { status: 'closed' | 'opening' | 'lost' | 'live' | 'failed' };
    cameras: readonly Camera[] | null;
    settings: ScreenCaptureSettings;
  };
}

export const findCameras = createClientThunk('screenCapture/findCameras', () => listCameras(), 'inPlace');

/** Opens the camera that the settings name. */
export const openBubble = createClientThunk(
  'screenCapture/openBubble',
  async ({ camera, quality, fps }: ScreenCaptureSettings, { dispatch }) => {
    const request = {
      fps: Math.min(fps, MOST_CAMERA_FPS),
      maxHeight: QUALITY_HEIGHTS[CAMERA_QUALITIES[quality]],
    };
    const { deviceId, deviceLabel } = camera;
    const known = deviceId === null ? null : findCamera(await listCameras(), { deviceId, deviceLabel });
    const stream = await openCamera(known?.deviceId ?? deviceId, request);
    holdSource(SOURCE_IDS.camera, stream, () => dispatch(bubbleLost()));
    // Names are reported once the page may see cameras.
    void dispatch(findCameras());
    return { label: bubbleCamera()?.track.label ?? '' };
  },
  'inPlace',
);

/** Opens it again; where a capture runs, its video continues there as the next part of its track. */
export const rejoinBubble = createClientThunk(
  'screenCapture/rejoinBubble',
  async (settings: ScreenCaptureSettings, { client, dispatch, getState }) => {
    // It may be open, and not recorded since its page was closed.
    if (!bubbleCamera() || isBubbleRecorded()) {
      const opened = await dispatch(openBubble(settings));
      // What keeps it away is said where its video would be.
      if (openBubble.rejected.match(opened)) return;
    }
    if (isCapturingHere() || isCameraWanted(getState() as BubbleRoot))
      await recordSource(
        client,
        bubbleRequest(settings, (why) => dispatch(bubbleEnded(why))),
      );
  },
  'inPlace',
);

/** The take that runs is to have the camera, whichever page has begun it. */
function isCameraWanted(root: RecordingRoot): boolean {
  const { take } = selectRecording(root);
  return take?.hasChannels === false && take.sources.some(({ id }) => id === SOURCE_IDS.camera);
}

export const closeBubble =
  () =>
  (dispatch: Dispatch): void => {
    releaseSource(SOURCE_IDS.camera);
    dispatch(bubbleClosed());
  };

/** What is said where the camera is not recorded any further. */
export const bubbleEnded =
  (why: EncodingEnd) =>
  (dispatch: Dispatch): void => {
    if (why.kind !== 'failed') return;
    const { error } = why;
    const reason = error instanceof Error ? error.message : String(error);
    const failure =
      error instanceof RpcError
        ? error
        : failWith('FORMAT_UNSUPPORTED', 'cameraNotEncodable', { values: { reason } });
    dispatch(bubbleFailed(wordFailure(failure.toFailure())));
  };

/** Follows what is plugged in and what is allowed; what it returns ends that, and the camera where nothing is captured. */
export function followCameras() {
  return (dispatch: Dispatch, getState: () => unknown): (() => void) => {
    const look = async () => {
      await dispatch(findCameras());
      const { bubble, cameras, settings } = (getState() as BubbleRoot).screenCapture;
      const { isOn, ...choice } = settings.camera;
      const isMissed = isOn && (bubble.status === 'lost' || bubble.status === 'failed');
      const isBack = choice.deviceId === null ? cameras?.length : findCamera(cameras ?? [], choice);
      if (isMissed && isBack) await dispatch(rejoinBubble(settings));
    };
    const onChanged = () => void look();
    navigator.mediaDevices.addEventListener('devicechange', onChanged);
    let permission: PermissionStatus | null = null;
    let isOver = false;
    navigator.permissions
      .query({ name: 'camera' })
      .then((status) => {
        if (isOver) return;
        permission = status;
        permission.addEventListener('change', onChanged);
      })
      // A browser that does not say: plugging in is noticed all the same.
      .catch(() => undefined);
    void dispatch(findCameras());
    return () => {
      isOver = true;
      permission?.removeEventListener('change', onChanged);
      navigator.mediaDevices.removeEventListener('devicechange', onChanged);
      if (!bubbleCamera()?.encoding) dispatch(closeBubble());
    };
  };
}
