import { createAction } from '@reduxjs/toolkit';

/** Whether a call that sends the session its chain is under way. */
export const chainTelling = createAction<boolean>('engine/chainTelling');
