import { createAction } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { CameraChoice } from '../../../../src-shared/domain/cameraChoice.ts';

export const sourceEnded = createAction<string>('studioVideo/sourceEnded');
/** Its video cannot be recorded any further. */
export const sourceFailed = createAction<{ id: string; failure: RpcFailure }>('studioVideo/sourceFailed');
/** It has given no video for half a minute, or does again. */
export const sourceStill = createAction<{ id: string; isStill: boolean }>('studioVideo/sourceStill');
/** A recording has ended, and no video of this channel is in it. */
export const nothingGiven = createAction<{ name: string }>('studioVideo/nothingGiven');
export const sourceClosed = createAction<string>('studioVideo/sourceClosed');
/** Its camera was found, by its id or by its name. */
export const cameraKnown = createAction<{ id: string } & CameraChoice>('studioVideo/cameraKnown');
export const trackBegun = createAction<{ channelId: string; trackId: string; label: string }>(
  'studioVideo/trackBegun',
);
export const tracksForgotten = createAction('studioVideo/tracksForgotten');
