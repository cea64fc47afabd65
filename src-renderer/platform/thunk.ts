import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { RpcError, rpcFailureSchema, type RpcFailure } from '../../src-shared/contract/errors.ts';
import type { FailureNotice } from '../lib/effects.ts';
import type { ThunkExtra } from './thunkExtra.ts';

/** What a thunk that talks to the host is given. */
export interface ClientThunkContext<State> extends ThunkExtra {
  getState: () => State;
  dispatch: ThunkDispatch<State, ThunkExtra, UnknownAction>;
  requestId: string;
  /** Aborted by `abort()` of what `dispatch` has returned. */
  signal: AbortSignal;
}

const failureNotices = new Map<string, FailureNotice<never>>();

/** What the thunk declared that an action rejects. */
export function failureNoticeOf({ type }: { type: string }): FailureNotice<unknown> | undefined {
  return failureNotices.get(type) as FailureNotice<unknown> | undefined;
}

/**
 * A thunk that talks to the host. A failure of the contract, or of such a thunk that `run` has unwrapped, rejects with its
 * `RpcFailure`; anything else is a mistake of ours and rejects as the error that it is. `notice` says how the user learns of either.
 */
export function createClientThunk<Result, Arg = void, State = unknown>(
  type: string,
  run: (arg: Arg, context: ClientThunkContext<State>) => Promise<Result>,
  notice?: FailureNotice<Arg>,
) {
  if (notice) failureNotices.set(`${type}/rejected`, notice);
  return createAsyncThunk<Result, Arg, { extra: ThunkExtra; rejectValue: RpcFailure; state: State }>(
    type,
    async (arg, { extra, getState, dispatch, requestId, signal, rejectWithValue }) => {
      try {
        return await run(arg, { ...extra, getState, dispatch, requestId, signal });
      } catch (error) {
        const failure =
          error instanceof RpcError ? error.toFailure() : rpcFailureSchema.safeParse(error).data;
        if (failure) return rejectWithValue(extra.wordFailure?.(failure) ?? failure);
        throw error;
      }
    },
  );
}
