import type { AppContract } from '../../src-shared/contract/index.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { playProgramme, type Programme } from './broadcastProgramme.ts';

type HostClient = Client<AppContract>;

/** Adds a server to the destinations of a host, with a key. */
export async function addServer(client: HostClient, address: string, key: string): Promise<string> {
  const view = unwrap(
    await client.call('broadcast.saveDestination', {
      ...{ id: null, platform: 'custom', name: `At ${address}`, address },
      ...{ watchLink: null, catchesUp: true, isEnabled: true },
    }),
  );
  const { id } = view.destinations.at(-1) ?? { id: '' };
  unwrap(await client.call('broadcast.saveKey', { id, key }));
  return id;
}

export const startBroadcast = (client: HostClient, programme: Programme) =>
  client.call('broadcast.start', {
    ...{ title: 'Evening show', description: 'With a guest', quality: '720p30' },
    avcConfig: programme.format.video.avcConfig.toString('base64'),
  });

/** Sends frames as a page does that encodes them now, into a track of the running take as well; answers how many the host has taken until then. */
export async function feedFrames(
  client: HostClient,
  { packets }: Programme,
  { feed, seconds, trackId }: { feed: number; seconds: number; trackId?: string },
): Promise<{ framesMade: number; wantsKey: boolean }> {
  const { nowMs } = unwrap(await client.call('video.readClock'));
  const frames = packets.filter(({ kind, atMs }) => kind === 'video' && atMs < seconds * 1000);
  let sent = Promise.resolve({ framesMade: 0, wantsKey: false });
  await playProgramme(frames, ({ atMs, isKey, bytes }) => {
    const facts = [{ atMs: nowMs + atMs, isKey, sizeBytes: bytes.length }];
    const answer = client.upload('broadcast.append', { feed, frames: facts }, [bytes]);
    sent = sent.then(async () => unwrap(await answer));
    if (trackId !== undefined)
      void client.upload('video.append', { trackId, frames: facts, framesDropped: 0 }, [bytes]);
  });
  return await sent;
}
