import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { startAccountsRig, type AccountsRig } from '../lib/platforms/accountsRig.ts';
import { youTubeError, YOUTUBE_KEY } from '../lib/platforms/index.ts';
import { freePort, startNginx, type RtmpServer } from '../lib/rtmpServers.ts';

let dir: string;
let nginx: RtmpServer;
let rig: AccountsRig;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-speed-'));
  nginx = await startNginx(dir);
  rig = await startAccountsRig({ youTubeIngest: nginx.address });
});
afterAll(async () => {
  await rig?.close();
  await nginx?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const measure = async (id: string) =>
  unwrap(await rig.live.client.call('broadcastAccounts.measureSpeed', { id, quality: '720p30' }));

describe('the test of the way to a destination', () => {
  it('sends video where nobody sees it: with the flag of Twitch, to a private broadcast of YouTube', async () => {
    const twitch = await rig.addDestination('twitch', nginx.address);
    unwrap(await rig.live.client.call('broadcast.saveKey', { id: twitch, key: 'live_speed' }));
    await rig.connect('youtube');
    const youtube = await rig.addOwn('youtube');
    const [atTwitch, atYouTube] = await Promise.all([measure(twitch), measure(youtube)]);
    const isGood = { kind: 'measured', wantedKbps: 3160, isEnough: true, kbps: expect.any(Number) as number };
    expect(atTwitch).toEqual({ ...isGood, way: 'twitchTest' });
    expect(atYouTube).toEqual({ ...isGood, way: 'youtubePrivate' });
    for (const result of [atTwitch, atYouTube])
      expect(result.kind === 'measured' && result.kbps).toBeGreaterThan(0);
    const { requests, asked } = rig.platforms.youtube.web;
    const made = requests.find(({ method, path }) => method === 'POST' && path.endsWith('/liveBroadcasts'));
    expect(made?.json).toMatchObject({
      status: { privacyStatus: 'private' },
      contentDetails: { enableAutoStart: false },
    });
    expect(asked).toContain('DELETE /youtube/v3/liveBroadcasts');
    expect(rig.platforms.youtube.broadcasts.size).toBe(0);
    // Both were published to, under names of their own.
    expect(nginx.recordings().join(' ')).toContain('live_speed');
    expect(nginx.recordings().join(' ')).toContain(YOUTUBE_KEY);
  });

  it('publishes nothing elsewhere: how quickly the server answers is all that can be known', async () => {
    const before = nginx.recordings().length;
    const id = await rig.addDestination('custom', nginx.address);
    expect(await measure(id)).toEqual({ kind: 'answered', inMs: expect.any(Number) as number });
    expect(nginx.recordings()).toHaveLength(before);
  });

  it('says why it was not possible', async () => {
    const away = await rig.addDestination('custom', `rtmp://127.0.0.1:${await freePort()}/live`);
    expect(await measure(away)).toEqual({
      kind: 'failed',
      message: 'The server takes no connection on this port.',
    });
    const [youtube] = unwrap(await rig.live.client.call('broadcast.read')).destinations.filter(
      ({ usesAccount }) => usesAccount,
    );
    rig.platforms.youtube.web.fail('/youtube/v3/liveBroadcasts', youTubeError(403, 'quotaExceeded'));
    const refused = await rig.live.client.call('broadcastAccounts.measureSpeed', {
      id: youtube?.id ?? '',
      quality: '720p30',
    });
    expect(refused).toMatchObject({ success: false, error: { details: { text: 'accountQuota' } } });
    expect(
      await rig.live.client.call('broadcastAccounts.measureSpeed', { id: 'gone', quality: '720p30' }),
    ).toMatchObject({ error: { code: 'DESTINATION_NOT_FOUND' } });
  });
});
