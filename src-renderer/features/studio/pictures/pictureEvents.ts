import { createAction } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { CameraChoice } from '../../../../src-shared/domain/cameraChoice.ts';

export const sourceEnded = createAction<string>('studioPictures/sourceEnded');
/** Its pictures cannot be recorded any further. */
export const sourceFailed = createAction<{ id: string; failure: RpcFailure }>('studioPictures/sourceFailed');
/** It has given no picture for half a minute, or does again. */
export const sourceStill = createAction<{ id: string; isStill: boolean }>('studioPictures/sourceStill');
/** A recording has ended, and no picture of this channel is in it. */
export const nothingGiven = createAction<{ name: string }>('studioPictures/nothingGiven');
export const sourceClosed = createAction<string>('studioPictures/sourceClosed');
/** Its camera was found, by its id or by its name. */
export const cameraKnown = createAction<{ id: string } & CameraChoice>('studioPictures/cameraKnown');
export const trackBegun = createAction<{ channelId: string; trackId: string; label: string }>(
  'studioPictures/trackBegun',
);
export const tracksForgotten = createAction('studioPictures/tracksForgotten');
