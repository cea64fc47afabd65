import { createAction } from '@reduxjs/toolkit';
import type { RenderJob } from '../../../src-shared/contract/renders.ts';

/** The queue is another one. */
export const rendersChanged = createAction<readonly RenderJob[]>('editor/rendersChanged');
export const renderProgressed = createAction<RenderJob>('editor/renderProgressed');
/** Another page has the project now. */
export const takenOver = createAction<string>('editor/takenOver');
