import { createAction } from '@reduxjs/toolkit';

/** Whether a call that tells the session its chain is under way. */
export const chainTelling = createAction<boolean>('engine/chainTelling');
