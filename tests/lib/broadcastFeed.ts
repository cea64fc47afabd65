import type { AppContract } from '../../src-shared/contract/index.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { playProgramme, type Programme } from './broadcastProgramme.ts';

type HostClient = Client<AppContract>;

/** Adds a server to the destinations of a host, with a key. */
export async function addServer(client: HostClient, address: string, key: string): Promise<string> {
  const view = unwrap(
    await client.call('broadcast.saveDestination', {
      id: null,
      platform: 'custom',
      name: `At ${address}`,
      address,
      watchLink: null,
      catchesUp: true,
      isEnabled: true,
    }),
  );
  const { id } = view.destinations.at(-1) ?? { id: '' };
  unwrap(await client.call('broadcast.saveKey', { id, key }));
  return id;
}

export const startBroadcast = (client: HostClient, programme: Programme) =>
  client.call('broadcast.start', {
    title: 'Evening show',
    description: 'With a guest',
    quality: '720p30',
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
  const waiting: typeof frames = [];
  let taken = { framesMade: 0, wantsKey: false };
  // One call at a time, as a page does: a busy host gets more frames in each.
  const send = async () => {
    const batch = waiting.splice(0);
    if (batch.length === 0) return;
    const facts = batch.map(({ atMs, isKey, bytes }) => ({
      atMs: nowMs + atMs,
      isKey,
      sizeBytes: bytes.length,
    }));
    const pieces = batch.map(({ bytes }) => bytes);
    if (trackId !== undefined)
      await client.upload('video.append', { trackId, frames: facts, framesDropped: 0 }, pieces);
    taken = unwrap(await client.upload('broadcast.append', { feed, frames: facts }, pieces));
  };
  let sending = Promise.resolve();
  await playProgramme(frames, (frame) => {
    waiting.push(frame);
    sending = sending.then(send);
  });
  await sending;
  return taken;
}
