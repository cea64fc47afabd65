import { createAction } from '@reduxjs/toolkit';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';

/** Events of the host. */
export const captureReported = createAction<CaptureState>('studio/captureReported');
export const workProgressed = createAction<{ id: string; done: number }>('studio/workProgressed');
