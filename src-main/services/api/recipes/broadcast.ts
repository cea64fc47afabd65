import type { z } from 'zod';
import type { broadcastInput } from '../../../../src-shared/api/documented.ts';
import type { BroadcastView } from '../../../../src-shared/contract/broadcast.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { MasterQualityId } from '../../../../src-shared/domain/broadcast/quality.ts';
import { ApiError } from '../reply.ts';
import type { RecipeContext } from './context.ts';

type Input = z.output<typeof broadcastInput>;

const QUALITIES: Partial<Record<Input['quality'], MasterQualityId>> = {
  '1080p': '1080p30',
  '720p': '720p30',
};

/** Asks the page that is open to go live at these platforms, and answers when it did. */
export async function startBroadcast({ client, input }: RecipeContext<Input>) {
  const { live, destinations } = unwrap(await client.call('broadcast.read'));
  if (live) throw new ApiError('BROADCAST_ALREADY_RUNNING', 'A broadcast is live.');
  const chosen = destinations.filter(({ platform }) => input.platforms.includes(platform));
  const missing = input.platforms.find(
    (name) =>
      !chosen.some(({ platform, hasKey, usesAccount }) => platform === name && (hasKey || usesAccount)),
  );
  if (missing !== undefined)
    throw new ApiError(
      'DESTINATION_NOT_FOUND',
      `“${missing}” is not set up: add it in SoundDesk, with its key.`,
    );
  for (const { hasKey: _, health: __, ...destination } of destinations) {
    const isEnabled = chosen.some(({ id }) => id === destination.id);
    const catchesUp = isEnabled ? !input.adaptiveBitrate : destination.catchesUp;
    if (isEnabled !== destination.isEnabled || catchesUp !== destination.catchesUp)
      unwrap(await client.call('broadcast.saveDestination', { ...destination, isEnabled, catchesUp }));
  }
  unwrap(await client.call('broadcast.setMultiStream', { isOn: chosen.length > 1 }));
  const quality = QUALITIES[input.quality] ?? (input.quality as MasterQualityId);
  const view = unwrap(await client.call('broadcast.askStart', { title: input.title, quality }));
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

function healthOf(sent: BroadcastView['destinations']): 'good' | 'fair' | 'poor' | 'unknown' {
  const states = sent.map(({ health }) => health?.state);
  if (states.length === 0 || states.every((state) => state === 'connecting')) return 'unknown';
  if (states.every((state) => state === 'live')) return 'good';
  return states.some((state) => state === 'live' || state === 'slow') ? 'fair' : 'poor';
}
