export { backendFailure, createBackend, requireSupabase, type Backend, type Supabase } from './backend.ts';
export { backendApi, queryBackend } from './backendApi.ts';
export { callFunction } from './callFunction.ts';
export { createPlatformClient, type PlatformClient } from './client.ts';
export { clearSessionStorage, hasLink, readOwnBrowserId } from './pairing/index.ts';
export { postToFunction, type Posted } from './postToFunction.ts';
export { createClientThunk, failureNoticeOf, type ClientThunkContext } from './thunk.ts';
export type { ThunkExtra } from './thunkExtra.ts';
