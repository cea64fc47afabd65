import { createAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { findCamera } from '../../../src-shared/domain/cameraChoice.ts';
import {
  CAMERA_QUALITIES,
  MOST_CAMERA_FPS,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import type { CaptureEnd } from '../../media/pictures/pictureCapture.ts';
import { listCameras, openCamera } from '../../media/pictures/sources.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { bubbleCamera, holdCamera, releaseCamera } from './bubbleCamera.ts';

/** It was unplugged, or its permission was withdrawn. */
export const bubbleLost = createAction('screenCapture/bubbleLost');
/** Its pictures are not recorded any further; the capture goes on. */
export const bubbleFailed = createAction<RpcFailure>('screenCapture/bubbleFailed');
export const bubbleClosed = createAction('screenCapture/bubbleClosed');

type Dispatch = ThunkDispatch<unknown, ThunkExtra, UnknownAction>;

export const findCameras = createClientThunk('screenCapture/findCameras', () => listCameras());

/** Opens the camera that the settings name. */
export const openBubble = createClientThunk(
  'screenCapture/openBubble',
  async ({ camera, quality, fps }: ScreenCaptureSettings, { dispatch }) => {
    const wish = {
      fps: Math.min(fps, MOST_CAMERA_FPS),
      maxHeight: QUALITY_HEIGHTS[CAMERA_QUALITIES[quality]],
    };
    const { deviceId, deviceLabel } = camera;
    const known = deviceId === null ? null : findCamera(await listCameras(), { deviceId, deviceLabel });
    const stream = await openCamera(known?.deviceId ?? deviceId, wish);
    holdCamera(stream, () => dispatch(bubbleLost()));
    // Names are told once the page may see cameras.
    void dispatch(findCameras());
    return { label: bubbleCamera()?.track.label ?? '' };
  },
);

export const closeBubble =
  () =>
  (dispatch: Dispatch): void => {
    releaseCamera();
    dispatch(bubbleClosed());
  };

/** What is said where the camera is not recorded any further. */
export const bubbleEnded =
  (why: CaptureEnd) =>
  (dispatch: Dispatch): void => {
    if (why.kind !== 'failed') return;
    const { error } = why;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The camera’s pictures cannot be encoded by this browser: ${reason} Choose another camera.`;
    const failure = error instanceof RpcError ? error : new RpcError('FORMAT_UNSUPPORTED', message);
    dispatch(bubbleFailed(failure.toFailure()));
  };

/** Follows what is plugged in; what it returns ends that, and the camera where nothing is captured. */
export function followCameras() {
  return (dispatch: Dispatch): (() => void) => {
    const look = () => void dispatch(findCameras());
    navigator.mediaDevices.addEventListener('devicechange', look);
    look();
    return () => {
      navigator.mediaDevices.removeEventListener('devicechange', look);
      if (!bubbleCamera()?.capture) dispatch(closeBubble());
    };
  };
}
