import type { RecipeName } from '../../../../src-shared/api/index.ts';

import type { RecipeContext } from './context.ts';
import { goLive, listScenes, showScene, startBroadcast } from './broadcast.ts';
import { startNoiseCancellation } from './noiseCancellation.ts';
import { createRecording, startRecording } from './recording.ts';
import { transcribe } from './transcribe.ts';

export const RECIPES: Readonly<Record<RecipeName, (context: RecipeContext<never>) => Promise<unknown>>> = {
  'noiseCancellation.start': startNoiseCancellation,
  'recording.create': createRecording,
  'recordings.start': startRecording,
  'broadcast.start': startBroadcast,
  'broadcast.goLive': goLive,
  'scenes.list': listScenes,
  'scenes.show': showScene,
  'voice.transcribe': transcribe,
  async 'key.read'({ key, readCalls }) {
    const { name, scopes, expiresAtMs } = key;
    return { name, scopes, expiresAtMs, calls: await readCalls(key) };
  },
};
