import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { ChatChange } from '../../src-shared/contract/broadcastAccounts.ts';
import { startAccountsRig, type AccountsRig } from '../lib/platforms/accountsRig.ts';
import { TWITCH_KEY, youTubeError } from '../lib/platforms/index.ts';

let rig: AccountsRig;

beforeEach(async () => {
  rig = await startAccountsRig();
});
afterEach(() => rig?.close());

const kindOf = async (platform: 'twitch' | 'youtube') => (await rig.account(platform)).signIn.kind;
const secretFiles = () =>
  readdirSync(join(rig.live.dir, 'data')).filter((name) => name.startsWith('broadcast-account'));

describe('signing in', () => {
  it('at Twitch takes a code, and gives a destination address and key', async () => {
    const view = unwrap(await rig.live.client.call('broadcastAccounts.connect', { platform: 'twitch' }));
    expect(view.accounts[0]).toMatchObject({
      client: 'ours',
      signIn: { kind: 'waiting', code: 'ABCDEFGH' },
    });
    rig.platforms.twitch.answerCode('agreed');
    await expect.poll(() => kindOf('twitch')).toBe('connected');
    await rig.addOwn('twitch');
    const [destination] = unwrap(await rig.live.client.call('broadcast.read')).destinations;
    expect(destination).toMatchObject({
      hasKey: true,
      usesAccount: true,
      address: 'rtmp://live.twitch.tv/app',
      watchLink: 'https://www.twitch.tv/twitchdev',
    });
    expect(JSON.stringify(destination)).not.toContain(TWITCH_KEY);
  });

  it('at YouTube comes back to a port of this machine, bound to the request', async () => {
    await rig.connect('youtube');
    expect((await rig.account('youtube')).signIn).toEqual({
      kind: 'connected',
      name: 'Google Developers',
    });
    await rig.addOwn('youtube');
    const [destination] = unwrap(await rig.live.client.call('broadcast.read')).destinations;
    expect(destination).toMatchObject({ hasKey: true, address: 'rtmp://127.0.0.1:9/live' });
  });

  it('at YouTube listens to nobody but Google’s answer', async () => {
    unwrap(await rig.live.client.call('broadcastAccounts.connect', { platform: 'youtube' }));
    const { signIn } = await rig.account('youtube');
    if (signIn.kind !== 'waiting') throw new Error('nothing is waited for');
    const back = new URL(signIn.link).searchParams.get('redirect_uri') ?? '';
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${back}/?code=stolen&state=guessed`)).status).toBe(404);
    expect((await fetch(`${back}/?error=access_denied`)).status).toBe(404);
    expect(await kindOf('youtube')).toBe('waiting');
    rig.platforms.youtube.answerConsent('access_denied');
    await fetch(signIn.link);
    await expect.poll(() => rig.problem('youtube')).toBe('accountDenied');
    expect(await kindOf('youtube')).toBe('off');
  });

  it('is over once it is cancelled, denied or too late, and can be begun again', async () => {
    const { client } = rig.live;
    unwrap(await client.call('broadcastAccounts.connect', { platform: 'twitch' }));
    unwrap(await client.call('broadcastAccounts.cancel', { platform: 'twitch' }));
    expect(await kindOf('twitch')).toBe('off');
    for (const [answer, text] of [
      ['access_denied', 'accountDenied'],
      ['invalid device code', 'accountCodeExpired'],
    ] as const) {
      rig.platforms.twitch.answerCode(answer);
      unwrap(await client.call('broadcastAccounts.connect', { platform: 'twitch' }));
      await expect.poll(() => rig.problem('twitch')).toBe(text);
      expect(await kindOf('twitch')).toBe('off');
    }
    await rig.connect('twitch');
    expect(await rig.problem('twitch')).toBeNull();
  });

  it('outlives a moment without Twitch, and is kept where others cannot read it', async () => {
    const { client } = rig.live;
    rig.platforms.twitch.web.fail('/oauth2/token', { status: 503 });
    unwrap(await client.call('broadcastAccounts.connect', { platform: 'twitch' }));
    rig.platforms.twitch.answerCode('agreed');
    await expect.poll(() => kindOf('twitch')).toBe('connected');
    expect(secretFiles()).toEqual(['broadcast-account-twitch.secret.json']);
    expect(statSync(join(rig.live.dir, 'data', secretFiles()[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('ends: the access is given back, and nothing of it is kept', async () => {
    await rig.connect('twitch');
    await rig.connect('youtube');
    const { client } = rig.live;
    unwrap(await client.call('broadcastAccounts.disconnect', { platform: 'twitch' }));
    // Gone here, even if the platform does not hear of it.
    rig.platforms.youtube.web.fail('/revoke', { status: 500 });
    unwrap(await client.call('broadcastAccounts.disconnect', { platform: 'youtube' }));
    expect(rig.platforms.twitch.web.asked).toContain('POST /oauth2/revoke');
    expect([await kindOf('twitch'), await kindOf('youtube')]).toEqual(['off', 'off']);
    expect(secretFiles()).toEqual([]);
    const refused = await client.call('broadcastAccounts.fillDestination', {
      id: await rig.addDestination('twitch'),
    });
    expect(refused).toMatchObject({ success: false, error: { code: 'ACCOUNT_NOT_CONNECTED' } });
  });
});

describe('a token', () => {
  it('that is refused is renewed, and withdrawn access is said', async () => {
    await rig.connect('twitch');
    await rig.connect('youtube');
    for (const platform of ['twitch', 'youtube'] as const) {
      rig.platforms[platform].withdraw('access');
      await rig.addOwn(platform);
      rig.platforms[platform].withdraw('all');
      const id = await rig.addDestination(platform);
      expect(await rig.live.client.call('broadcastAccounts.fillDestination', { id })).toMatchObject({
        success: false,
        error: { code: 'ACCOUNT_NOT_CONNECTED', details: { text: 'accountRevoked' } },
      });
      expect(await kindOf(platform)).toBe('off');
      expect(await rig.problem(platform)).toBe('accountRevoked');
    }
  });

  it('is renewed once where many ask at the same time', async () => {
    await rig.connect('twitch');
    rig.platforms.twitch.withdraw('access');
    const ask = () => rig.live.client.call('broadcastAccounts.searchCategories', { query: 'just' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ success }) => success)).toEqual([true, true, true]);
  });
});

describe('while live', () => {
  const twitchViewers = async () => (await rig.account('twitch')).viewers;
  const youTubeFacts = async () => {
    const { viewers, health } = await rig.account('youtube');
    return { viewers, health };
  };
  const broadcasts = () => [...rig.platforms.youtube.broadcasts.values()];
  /** As YouTube does once video comes. */
  const onAir = () => broadcasts().forEach((broadcast) => (broadcast.status = 'live'));

  beforeEach(async () => {
    await rig.connect('twitch');
    await rig.connect('youtube');
    await rig.addOwn('twitch');
    await rig.addOwn('youtube');
  });

  it('has title, category and a broadcast, counts viewers, and ends what it began', async () => {
    const { client } = rig.live;
    const { twitch, youtube } = rig.platforms;
    const category = { id: '509658', name: 'Just Chatting' };
    expect(unwrap(await client.call('broadcastAccounts.searchCategories', { query: 'just' }))).toEqual([
      category,
    ]);
    for (const platform of ['twitch', 'youtube'] as const)
      unwrap(
        await client.call('broadcastAccounts.setOptions', {
          platform,
          options: { category, privacy: 'unlisted', broadcastId: null },
        }),
      );
    unwrap(await rig.start());
    expect(twitch.channel).toMatchObject({ title: 'Evening <show>', categoryId: '509658' });
    expect(broadcasts()).toMatchObject([
      { title: 'Evening show', description: 'With a guest', privacy: 'unlisted', autoStart: true },
    ]);
    expect(broadcasts()[0]?.boundStreamId).toMatch(/^stream-/);
    expect(await twitchViewers()).toBeNull();
    twitch.channel.viewers = 41;
    Object.assign(youtube.figures, { viewers: 7, health: 'bad' });
    await expect.poll(twitchViewers).toBe(41);
    await expect.poll(youTubeFacts).toEqual({ viewers: 7, health: 'bad' });
    onAir();
    unwrap(await client.call('broadcast.stop'));
    await expect.poll(() => broadcasts()[0]?.status).toBe('complete');
    // What never was on air does not stay among the planned ones.
    unwrap(await rig.start());
    expect(broadcasts()).toHaveLength(2);
    unwrap(await client.call('broadcast.stop'));
    await expect.poll(() => broadcasts().length).toBe(1);
    expect([await twitchViewers(), (await rig.account('youtube')).viewers]).toEqual([null, null]);
  });

  it('uses the broadcast that was planned', async () => {
    const { client } = rig.live;
    unwrap(await rig.start());
    onAir();
    unwrap(await client.call('broadcast.stop'));
    const [planned] = broadcasts();
    if (!planned) throw new Error('nothing was made');
    await expect.poll(() => planned.status).toBe('complete');
    planned.status = 'created';
    const list = unwrap(await client.call('broadcastAccounts.listBroadcasts'));
    expect(list).toEqual([{ id: planned.id, title: 'Evening show', startsAt: planned.scheduledStartTime }]);
    const options = { category: null, privacy: 'public' as const, broadcastId: planned.id };
    unwrap(await client.call('broadcastAccounts.setOptions', { platform: 'youtube', options }));
    planned.title = 'Planned';
    unwrap(await rig.start());
    expect(broadcasts()).toHaveLength(1);
    expect(broadcasts()[0]?.title).toBe('Evening show');
    onAir();
    unwrap(await client.call('broadcast.stop'));
    await expect.poll(async () => (await rig.account('youtube')).options.broadcastId).toBeNull();
  });

  it('that is resumed after its host was killed stays the same one on YouTube', async () => {
    unwrap(await rig.start());
    onAir();
    // What a host that is killed leaves: its note, and nothing was ended.
    const data = join(rig.live.dir, 'data');
    const left = readdirSync(data)
      .filter((name) => /^(broadcast|destinations).*\.json$/.test(name))
      .map((name) => [name, readFileSync(join(data, name))] as const);
    unwrap(await rig.live.client.call('broadcast.stop'));
    await expect.poll(() => broadcasts()[0]?.status).toBe('complete');
    const next = await startAccountsRig({
      platforms: rig.platforms,
      prepare: (dataDir) =>
        left.forEach(([name, bytes]) => writeFileSync(join(dataDir, name), bytes, { mode: 0o600 })),
    });
    onTestFinished(() => next.close());
    onAir();
    const { client } = next.live;
    expect(unwrap(await client.call('broadcast.read')).interrupted?.title).toBe('Evening <show>');
    unwrap(await next.start());
    expect(broadcasts()).toHaveLength(1);
    rig.platforms.youtube.figures.viewers = 12;
    rig.platforms.twitch.channel.viewers = 5;
    await expect.poll(async () => (await next.account('youtube')).viewers).toBe(12);
    await expect.poll(async () => (await next.account('twitch')).viewers).toBe(5);
    unwrap(await client.call('broadcast.stop'));
    await expect.poll(() => broadcasts()[0]?.status).toBe('complete');
    // One that has ended meanwhile is not taken up again.
    unwrap(await next.start());
    expect(broadcasts()).toHaveLength(2);
    unwrap(await client.call('broadcast.stop'));
  });

  it('says that it was ended on Twitch, and that it is back', async () => {
    const { channel } = rig.platforms.twitch;
    unwrap(await rig.start());
    // Not listed yet.
    await expect
      .poll(() => rig.platforms.twitch.web.asked.filter((line) => line.endsWith('/streams')).length)
      .toBeGreaterThan(4);
    expect(await rig.problem('twitch')).toBeNull();
    channel.viewers = 3;
    await expect.poll(twitchViewers).toBe(3);
    channel.viewers = null;
    await expect.poll(() => rig.problem('twitch')).toBe('accountEnded');
    channel.viewers = 2;
    await expect.poll(() => rig.problem('twitch')).toBeNull();
    expect(await twitchViewers()).toBe(2);
    unwrap(await rig.live.client.call('broadcast.stop'));
  });

  it('does not begin where nobody could see it on YouTube, and says why', async () => {
    const path = '/youtube/v3/liveBroadcasts';
    for (const [answer, text] of [
      [youTubeError(403, 'quotaExceeded'), 'accountQuota'],
      [youTubeError(403, 'liveStreamingNotEnabled'), 'accountNotEnabled'],
      [youTubeError(403, 'insufficientPermissions', 'Not <a href="x">allowed</a>'), 'accountForbidden'],
      [{ status: 500 }, 'accountFailed'],
      [{ status: 200, body: { unexpected: true } }, 'accountFailed'],
    ] as const) {
      rig.platforms.youtube.web.fail(path, answer);
      expect(await rig.start()).toMatchObject({ success: false, error: { details: { text } } });
      expect(unwrap(await rig.live.client.call('broadcast.read')).live).toBeNull();
    }
    unwrap(await rig.start());
  });

  it('begins without a new title on Twitch, and says so', async () => {
    rig.platforms.twitch.web.fail('/helix/channels', {
      status: 429,
      headers: { 'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 20) },
      body: { status: 429, message: 'Too Many Requests' },
    });
    unwrap(await rig.start());
    const { problem } = await rig.account('twitch');
    expect(problem).toMatchObject({ text: 'accountTooMany', values: { platform: 'Twitch' } });
    expect(Number(problem?.values.seconds)).toBeGreaterThan(0);
    unwrap(await rig.live.client.call('broadcast.stop'));
    await expect.poll(() => rig.problem('twitch')).toBeNull();
  });

  it('says what the platforms refuse, that it was ended elsewhere, and that it works again', async () => {
    const { twitch, youtube } = rig.platforms;
    unwrap(await rig.start());
    twitch.channel.viewers = 3;
    await expect.poll(twitchViewers).toBe(3);
    twitch.web.fail('/helix/streams', { status: 503 }, { always: true });
    await expect.poll(() => rig.problem('twitch')).toBe('accountFailed');
    expect(await twitchViewers()).toBeNull();
    twitch.web.mend('/helix/streams');
    await expect.poll(() => rig.problem('twitch')).toBeNull();
    const [made] = broadcasts();
    if (made) made.status = 'complete';
    await expect.poll(() => rig.problem('youtube')).toBe('accountEnded');
    youtube.withdraw('all');
    twitch.withdraw('all');
    await expect.poll(() => rig.problem('twitch')).toBe('accountRevoked');
    // The stream itself is not touched by any of it.
    expect(unwrap(await rig.live.client.call('broadcast.read')).live).not.toBeNull();
    unwrap(await rig.live.client.call('broadcast.stop'));
  });
});

describe('the chats', () => {
  let changes: ChatChange[];
  const { stringify } = JSON;
  const texts = async () =>
    unwrap(await rig.live.client.call('broadcastAccounts.readChat')).map(({ text }) => text);

  beforeEach(async () => {
    changes = [];
    await rig.connect('twitch');
  });
  const follow = () =>
    rig.live.client.subscribe('broadcastAccounts.onChatChanged', (change) => changes.push(change));
  const subscribed = () =>
    rig.platforms.twitch.web.asked.filter((line) => line === 'POST /helix/eventsub/subscriptions').length;

  it('of Twitch is read while somebody follows, each message once, from server to server', async () => {
    const { twitch } = rig.platforms;
    expect(twitch.sockets).toHaveLength(0);
    const end = follow();
    await expect.poll(subscribed).toBe(4);
    twitch.say('Maya', 'Hello');
    await expect.poll(texts).toEqual(['Hello']);
    twitch.moveEventSub();
    await expect.poll(() => twitch.sockets.length).toBe(1);
    await expect.poll(() => twitch.web.asked.length > 0 && twitch.sockets.at(-1)?.readyState).toBe(1);
    const event = {
      message_id: 'm2',
      chatter_user_id: 'user-Kai',
      chatter_user_name: 'Kai',
      message: { text: 'Twice' },
    };
    for (const messageId of ['same', 'same']) twitch.notify('channel.chat.message', event, { messageId });
    await expect.poll(texts).toEqual(['Hello', 'Twice']);
    // Not subscribed again: the server keeps that.
    expect(subscribed()).toBe(4);
    twitch.notify('channel.chat.message_delete', { message_id: 'm2' });
    await expect.poll(texts).toEqual(['Hello']);
    twitch.notify('channel.chat.clear', {});
    await expect.poll(texts).toEqual([]);
    expect(stringify(changes)).not.toContain('user-Kai');
    end();
    await expect.poll(() => twitch.sockets.length).toBe(0);
  });

  it('of Twitch comes back after its connection was lost', async () => {
    const { twitch } = rig.platforms;
    follow();
    await expect.poll(subscribed).toBe(4);
    twitch.sockets.at(-1)?.terminate();
    await expect.poll(() => rig.problem('twitch')).toBe('accountUnreachable');
    await expect.poll(subscribed, { timeout: 20_000 }).toBe(8);
    await expect.poll(() => rig.problem('twitch')).toBeNull();
  });

  it('are written to and moderated, and what a platform refuses is said', async () => {
    const { client } = rig.live;
    const { twitch, youtube } = rig.platforms;
    await rig.connect('youtube');
    await rig.addOwn('youtube');
    follow();
    await expect.poll(subscribed).toBe(4);
    const send = async (text: string) =>
      unwrap(await client.call('broadcastAccounts.sendChat', { platforms: ['twitch', 'youtube'], text }));
    expect(await send('Too early for YouTube')).toMatchObject([
      { platform: 'youtube', problem: { text: 'accountChatClosed' } },
    ]);
    unwrap(await rig.start());
    expect(await send('Hello all')).toEqual([]);
    expect(await send('blocked words')).toMatchObject([
      { platform: 'twitch', problem: { values: { reason: 'Held by AutoMod' } } },
    ]);
    const twitchId = twitch.say('Maya', 'Rude');
    youtube.say('Ben', 'Spam');
    youtube.say('Ben', 'More spam');
    await expect.poll(async () => (await texts()).toSorted()).toEqual(['More spam', 'Rude', 'Spam']);
    const moderate = (
      platform: 'twitch' | 'youtube',
      entryId: string,
      action: 'delete' | 'timeout' | 'ban',
    ) => client.call('broadcastAccounts.moderate', { platform, entryId, action });
    unwrap(await moderate('twitch', twitchId, 'delete'));
    const entries = unwrap(await client.call('broadcastAccounts.readChat'));
    unwrap(await moderate('youtube', entries[0]?.id ?? '', 'timeout'));
    expect(await texts()).toEqual([]);
    const bans = youtube.web.requests.filter(({ path }) => path === '/youtube/v3/liveChat/bans');
    expect(bans[0]?.json).toMatchObject({
      snippet: {
        type: 'temporary',
        banDurationSeconds: 600,
        bannedUserDetails: { channelId: 'channel-Ben' },
      },
    });
    expect(await moderate('twitch', 'unknown', 'ban')).toMatchObject({ error: { code: 'BAD_OPTION' } });
    youtube.web.fail('/youtube/v3/liveChat/messages', youTubeError(403, 'liveChatEnded'));
    await expect.poll(() => rig.problem('youtube')).toBe('accountChatClosed');
    unwrap(await client.call('broadcast.stop'));
  });
});

describe('tokens and keys', () => {
  it('are in no answer, event, log, diagnostics or file but those of secrets', async () => {
    const { client, dir } = rig.live;
    const heard: unknown[] = [];
    client.subscribe('broadcastAccounts.onChanged', (view) => heard.push(view));
    client.subscribe('broadcast.onChanged', (view) => heard.push(view));
    await rig.connect('twitch');
    await rig.connect('youtube');
    await rig.addOwn('twitch');
    await rig.addOwn('youtube');
    unwrap(await rig.start());
    rig.platforms.twitch.web.fail('/helix/streams', { status: 401, body: { status: 401, message: 'no' } });
    rig.platforms.youtube.withdraw('all');
    await expect.poll(() => rig.problem('youtube')).toBe('accountRevoked');
    heard.push(
      await client.call('broadcastAccounts.read'),
      await client.call('broadcast.read'),
      await client.call('broadcastAccounts.listBroadcasts'),
      await client.call('broadcast.stop'),
      await client.call('diagnostics.read', { withDeviceNames: true }),
    );
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dir, name))
      .filter((path) => statSync(path).isFile() && !path.endsWith('.secret.json'))
      .map((path) => readFileSync(path, 'latin1'));
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((id) => {
        try {
          return [readFileSync(`/proc/${id}/cmdline`, 'latin1')];
        } catch {
          // It has ended.
          return [];
        }
      });
    const secrets = rig.platforms.secrets();
    expect(secrets.length).toBeGreaterThan(6);
    for (const text of [...heard.map((answer) => JSON.stringify(answer)), ...files, ...processes])
      for (const secret of secrets) expect(text.includes(secret)).toBe(false);
  });
});

describe('without a client id of ours', () => {
  it('one of one’s own is needed, and is used', async () => {
    await rig.close();
    rig = await startAccountsRig({ env: {} });
    const { client } = rig.live;
    expect((await rig.account('youtube')).client).toBe('none');
    expect(await client.call('broadcastAccounts.connect', { platform: 'youtube' })).toMatchObject({
      error: { code: 'ACCOUNT_REFUSED', details: { text: 'accountNoClient' } },
    });
    const own = { platform: 'youtube', clientId: 'mine', clientSecret: 'my-secret' } as const;
    expect(JSON.stringify(await client.call('broadcastAccounts.saveClient', own))).not.toContain('my-secret');
    await rig.connect('youtube');
    const { form } = rig.platforms.youtube.web.requests.find(({ path }) => path === '/token') ?? {};
    expect([form?.get('client_id'), form?.get('client_secret')]).toEqual(['mine', 'my-secret']);
    const bad = await client.call('broadcastAccounts.saveClient', { ...own, clientId: 'with space' });
    expect(bad).toMatchObject({ error: { code: 'BAD_INPUT' } });
    unwrap(await client.call('broadcastAccounts.saveClient', { ...own, clientId: '', clientSecret: '' }));
    expect((await rig.account('youtube')).client).toBe('none');
  });
});
