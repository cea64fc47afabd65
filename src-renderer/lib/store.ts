import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { ThunkExtra } from '../platform/thunkExtra.ts';

/** `dispatch` that knows our thunks, whatever the state around them. */
export const useAppDispatch = useDispatch.withTypes<
  // oxlint-disable-next-line @typescript-eslint/no-explicit-any -- a feature does not know the whole state
  ThunkDispatch<any, ThunkExtra, UnknownAction>
>();

export type Dispatch = ThunkDispatch<unknown, ThunkExtra, UnknownAction>;
