export { answerOtherTabs } from './accessToken.ts';
export { createPlatformClient, type PlatformClient } from './client.ts';
export { createClientThunk } from './thunk.ts';
export type { ThunkExtra } from './thunkExtra.ts';
