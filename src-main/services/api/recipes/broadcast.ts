import type { z } from 'zod';
import type {
  broadcastInput,
  goLiveInput,
  goneSceneInput,
  newSceneInput,
  sceneNameInput,
  scenePlaceInput,
} from '../../../../src-shared/api/documented.ts';
import type { broadcastContract, BroadcastView } from '../../../../src-shared/contract/broadcast.ts';
import type { ParsedInputOf } from '../../../../src-shared/contract/define.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import {
  importCollection,
  LAYOUT_SCENE,
  MAX_SCENES,
  type SceneCollection,
} from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import type { SceneEdit } from '../../../../src-shared/domain/broadcast/sceneEdits.ts';
import type { MasterQualityId } from '../../../../src-shared/domain/broadcast/quality.ts';
import { ApiError } from '../reply.ts';
import type { RecipeContext } from './context.ts';

type Input = z.output<typeof broadcastInput>;
type ShowScene = ParsedInputOf<(typeof broadcastContract)['broadcast.showScene']>;

const QUALITIES: Partial<Record<Input['quality'], MasterQualityId>> = {
  '1080p': '1080p30',
  '720p': '720p30',
};

/** At all destinations of these platforms. */
export async function startBroadcast(context: RecipeContext<Input>) {
  const { platforms, ...input } = context.input;
  const { destinations } = unwrap(await context.client.call('broadcast.read'));
  const chosen = destinations.filter(({ platform }) => platforms.includes(platform)).filter(isSetUp);
  const missing = platforms.find((name) => !chosen.some(({ platform }) => platform === name));
  if (missing !== undefined)
    throw new ApiError(
      'DESTINATION_NOT_FOUND',
      `“${missing}” is not set up: add it in SoundDesk, with its key.`,
    );
  const wanted = { ...input, destinations: chosen.map(({ id }) => id), sceneId: null };
  return await goLive({ ...context, input: wanted });
}

/** Asks the page that is open to go live at these destinations, and answers when it did. */
export async function goLive({ client, input }: RecipeContext<z.output<typeof goLiveInput>>) {
  const { live, destinations } = unwrap(await client.call('broadcast.read'));
  if (live) throw new ApiError('BROADCAST_ALREADY_RUNNING', 'A broadcast is live.');
  const { title, sceneId } = input;
  if (sceneId !== null) await assertScene(client, sceneId);
  const ready = destinations.filter(isSetUp).map(({ id }) => id);
  const missing = input.destinations.find((id) => !ready.includes(id));
  if (missing !== undefined)
    throw new ApiError(
      'DESTINATION_NOT_FOUND',
      `There is no destination “${missing}” with a key: readBroadcast has them.`,
    );
  for (const { hasKey: _, health: __, ...destination } of destinations) {
    const isEnabled = input.destinations.includes(destination.id);
    const catchesUp = isEnabled ? !input.adaptiveBitrate : destination.catchesUp;
    if (isEnabled !== destination.isEnabled || catchesUp !== destination.catchesUp)
      unwrap(await client.call('broadcast.saveDestination', { ...destination, isEnabled, catchesUp }));
  }
  unwrap(await client.call('broadcast.setMultiStream', { isOn: input.destinations.length > 1 }));
  const quality = QUALITIES[input.quality] ?? (input.quality as MasterQualityId);
  const view = unwrap(await client.call('broadcast.askStart', { title, quality, sceneId }));
  return await answerOf(client, view);
}

const isSetUp = ({ hasKey, usesAccount }: BroadcastView['destinations'][number]) => hasKey || usesAccount;

async function answerOf(client: RecipeContext<Input>['client'], view: BroadcastView) {
  const { accounts } = unwrap(await client.call('broadcastAccounts.read'));
  const viewers = accounts.flatMap(({ viewers: count }) => (count === null ? [] : [count]));
  const sent = view.destinations.filter(({ health }) => health !== null);
  return {
    broadcastId: `broadcast-${Math.round(Date.now() - (view.live?.elapsedSec ?? 0) * 1000)}`,
    status: view.state,
    platforms: sent.map(({ platform, health }) => ({ name: platform, status: health?.state ?? 'off' })),
    totalViewers: viewers.length === 0 ? null : viewers.reduce((sum, count) => sum + count, 0),
    streamHealth: healthOf(sent),
  };
}

export async function listScenes({ client }: RecipeContext<null>) {
  return { items: (await readScenes(client)).map(({ id, name }) => ({ id, name })), next: null };
}

/** Asks the page that sends; answers when viewers see it. */
export async function showScene({ client, input }: RecipeContext<ShowScene>) {
  const { live } = unwrap(await client.call('broadcast.read'));
  if (!live) throw new ApiError('BROADCAST_NOT_RUNNING', 'No broadcast is live.');
  const { sceneId } = input;
  if (sceneId !== LAYOUT_SCENE) await assertScene(client, sceneId);
  unwrap(await client.call('broadcast.showScene', input));
  return { sceneId };
}

/** In the file of the host, and in the pages that have it. Answers the scenes as they are then. */
async function editScenes(context: RecipeContext<unknown>, change: SceneEdit) {
  const { client } = context;
  const known = 'copyOf' in change ? change.copyOf : change.sceneId;
  if (known !== null) await assertScene(client, known);
  const { changed } = unwrap(await client.call('broadcast.editScenes', { edit: change }));
  if (!changed && change.kind === 'add')
    throw new ApiError('BAD_OPTION', `There are ${MAX_SCENES} scenes already: delete one first.`);
  return await listScenes({ ...context, input: null });
}

export const createScene = (context: RecipeContext<z.output<typeof newSceneInput>>) =>
  editScenes(context, { kind: 'add', sceneId: context.createId(), ...context.input });
export const renameScene = (context: RecipeContext<z.output<typeof sceneNameInput>>) =>
  editScenes(context, { kind: 'rename', ...context.input });
export const moveScene = (context: RecipeContext<z.output<typeof scenePlaceInput>>) =>
  editScenes(context, { kind: 'move', ...context.input });
export const deleteScene = (context: RecipeContext<z.output<typeof goneSceneInput>>) =>
  editScenes(context, { kind: 'remove', ...context.input });

async function assertScene(client: RecipeContext<null>['client'], sceneId: string): Promise<void> {
  if ((await readScenes(client)).some(({ id }) => id === sceneId)) return;
  throw new ApiError('NOT_FOUND', `There is no scene “${sceneId}”: listScenes has them.`);
}

async function readScenes(client: RecipeContext<null>['client']): Promise<SceneCollection['scenes']> {
  const chunks: Uint8Array[] = [];
  await client.open('broadcast.readScenes', {}, (chunk) => void chunks.push(chunk)).done;
  // Nothing was saved yet, or what was saved is no collection any more: the page says so.
  return importCollection(Buffer.concat(chunks).toString('utf8')).collection?.scenes ?? [];
}

function healthOf(sent: BroadcastView['destinations']): 'good' | 'fair' | 'poor' | 'unknown' {
  const states = sent.map(({ health }) => health?.state);
  if (states.length === 0 || states.every((state) => state === 'connecting')) return 'unknown';
  if (states.every((state) => state === 'live')) return 'good';
  return states.some((state) => state === 'live' || state === 'slow') ? 'fair' : 'poor';
}
