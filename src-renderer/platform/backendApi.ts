import { createApi, fakeBaseQuery, type BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { RpcError, type RpcFailure } from '../../src-shared/contract/errors.ts';
import { backendFailure, requireSupabase, type Supabase } from './backend.ts';
import type { ThunkExtra } from './thunkExtra.ts';

/**
 * RTK Query over supabase-js. A feature adds its own by `backendApi.injectEndpoints`, with
 * `queryFn: (input, api) => queryBackend(api, (supabase) => supabase.from(…)…)`. Emptied at sign-out.
 */
export const backendApi = createApi({
  reducerPath: 'backend',
  baseQuery: fakeBaseQuery<RpcFailure>(),
  tagTypes: ['plan'],
  endpoints: () => ({}),
});

interface BackendAnswer<T> {
  data: T | null;
  error: { message: string; code?: string } | null;
}

/** Runs a query of supabase-js; a failure carries the message for the user. */
export async function queryBackend<T>(
  api: Pick<BaseQueryApi, 'extra'>,
  run: (supabase: Supabase) => PromiseLike<BackendAnswer<T>>,
): Promise<{ data: T } | { error: RpcFailure }> {
  const { backend, wordFailure = (failure) => failure } = api.extra as ThunkExtra;
  try {
    const { data, error } = await run(requireSupabase(backend));
    if (error) return { error: wordFailure(backendFailure(error).toFailure()) };
    return { data: data as T };
  } catch (error) {
    if (error instanceof RpcError) return { error: wordFailure(error.toFailure()) };
    throw error;
  }
}
