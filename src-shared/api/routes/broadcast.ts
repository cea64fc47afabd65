import { appContract } from '../../contract/index.ts';
import {
  goneSceneInput,
  newSceneInput,
  sceneNameInput,
  scenePlaceInput,
  scenesOutput,
} from '../documented.ts';
import type { ApiRoute } from '../route.ts';

const SCENE_ERRORS = [...appContract['broadcast.editScenes'].errors, 'FILE_UNREADABLE'] as const;

const sound = (route: Omit<ApiRoute, 'tag'>): ApiRoute => ({ ...route, tag: 'Broadcast' });

/** While live: sound files in the mix, destinations, the delay of the sound. */
export const BROADCAST_ROUTES: readonly ApiRoute[] = [
  {
    id: 'createScene',
    method: 'post',
    path: '/broadcast/scenes',
    tag: 'Broadcast',
    summary: 'Create a scene: an empty one, or a copy',
    scope: 'control',
    description: 'What is in it is arranged on the Broadcast page.',
    action: {
      kind: 'recipe',
      name: 'scenes.create',
      input: newSceneInput,
      output: scenesOutput,
      errors: SCENE_ERRORS,
    },
  },
  {
    id: 'renameScene',
    method: 'put',
    path: '/broadcast/scenes/{sceneId}/name',
    tag: 'Broadcast',
    summary: 'Rename a scene',
    scope: 'control',
    action: {
      kind: 'recipe',
      name: 'scenes.rename',
      input: sceneNameInput,
      output: scenesOutput,
      errors: SCENE_ERRORS,
    },
  },
  {
    id: 'moveScene',
    method: 'put',
    path: '/broadcast/scenes/{sceneId}/position',
    tag: 'Broadcast',
    summary: 'Move a scene within the list',
    scope: 'control',
    action: {
      kind: 'recipe',
      name: 'scenes.move',
      input: scenePlaceInput,
      output: scenesOutput,
      errors: SCENE_ERRORS,
    },
  },
  {
    id: 'deleteScene',
    method: 'delete',
    path: '/broadcast/scenes/{sceneId}',
    tag: 'Broadcast',
    summary: 'Delete a scene',
    scope: 'control',
    needsConsent: true,
    action: {
      kind: 'recipe',
      name: 'scenes.delete',
      input: goneSceneInput,
      output: scenesOutput,
      errors: SCENE_ERRORS,
    },
  },
  sound({
    id: 'listBroadcastSounds',
    method: 'get',
    path: '/broadcast/sounds',
    summary: 'List the sound files of the broadcast',
    scope: 'read',
    action: { kind: 'call', name: 'broadcastSounds.list', pages: { of: null, key: 'id' } },
  }),
  sound({
    id: 'addBroadcastSound',
    method: 'post',
    path: '/broadcast/sounds',
    summary: 'Upload a sound file for the broadcast',
    description: 'It plays on a loop from the start of the next broadcast on, or at once while one is live.',
    scope: 'files',
    action: { kind: 'upload', name: 'broadcastSounds.add' },
  }),
  sound({
    id: 'changeBroadcastSound',
    method: 'put',
    path: '/broadcast/sounds/{id}',
    summary: 'Play or pause a sound file, loop it, or set its level',
    scope: 'control',
    action: { kind: 'call', name: 'broadcastSounds.change' },
  }),
  sound({
    id: 'restartBroadcastSound',
    method: 'post',
    path: '/broadcast/sounds/{id}/restart',
    summary: 'Play a sound file from its beginning',
    scope: 'control',
    action: { kind: 'call', name: 'broadcastSounds.restart' },
  }),
  sound({
    id: 'removeBroadcastSound',
    method: 'delete',
    path: '/broadcast/sounds/{id}',
    summary: 'Remove a sound file from the broadcast',
    scope: 'control',
    needsConsent: true,
    action: { kind: 'call', name: 'broadcastSounds.remove' },
  }),
  sound({
    id: 'retryDestination',
    method: 'post',
    path: '/broadcast/destinations/{id}/retry',
    summary: 'Connect to a destination now',
    scope: 'control',
    action: { kind: 'call', name: 'broadcast.tryNow' },
  }),
  sound({
    id: 'setSoundDelay',
    method: 'put',
    path: '/broadcast/sound-delay',
    summary: 'Move the sound of the broadcast against its video',
    scope: 'control',
    action: { kind: 'call', name: 'broadcast.setSoundDelay' },
    example: { delayMs: 40 },
  }),
];
