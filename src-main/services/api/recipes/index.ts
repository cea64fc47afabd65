import type { RecipeName } from '../../../../src-shared/api/index.ts';

import type { RecipeContext } from './context.ts';
import {
  createScene,
  deleteScene,
  goLive,
  listScenes,
  moveScene,
  renameScene,
  showScene,
  startBroadcast,
} from './broadcast.ts';
import { startNoiseCancellation } from './noiseCancellation.ts';
import { createRecording, startRecording } from './recording.ts';
import { deleteTakes, labelTakes } from './takes.ts';
import { transcribe } from './transcribe.ts';

export const RECIPES: Readonly<Record<RecipeName, (context: RecipeContext<never>) => Promise<unknown>>> = {
  'noiseCancellation.start': startNoiseCancellation,
  'recording.create': createRecording,
  'recordings.start': startRecording,
  'broadcast.start': startBroadcast,
  'broadcast.goLive': goLive,
  'scenes.list': listScenes,
  'scenes.show': showScene,
  'scenes.create': createScene,
  'scenes.rename': renameScene,
  'scenes.move': moveScene,
  'scenes.delete': deleteScene,
  'takes.label': labelTakes,
  'takes.delete': deleteTakes,
  'voice.transcribe': transcribe,
  async 'key.read'({ key, readCalls }) {
    const { name, scopes, expiresAtMs } = key;
    return { name, scopes, expiresAtMs, calls: await readCalls(key) };
  },
};
