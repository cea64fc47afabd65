import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import { startPlatforms, type Platforms } from '../../../tests/lib/platforms/index.ts';
import type { SecretStore } from '../ports.ts';
import { createBroadcastAccounts, type BroadcastAccountsService } from './service.ts';

const CONTEXT = { signal: new AbortController().signal };
const NOTHING: BroadcastView = {
  state: 'idle',
  isMultiStream: true,
  destinations: [],
  keysKeptIn: 'file',
  live: null,
  interrupted: null,
};
const HOUR_MS = 3_600_000;

let platforms: Platforms;
let kept: Map<string, string>;
let logged: string[];
let nowMs: number;
const open: BroadcastAccountsService[] = [];

/** As a host that was started. */
function start(): BroadcastAccountsService {
  const secrets: SecretStore = {
    keptIn: 'file',
    read: (name) => Promise.resolve(kept.get(name) ?? null),
    write: (name, text) => Promise.resolve(void kept.set(name, text)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
  };
  const service = createBroadcastAccounts({
    secrets,
    env: { SOUNDDESK_TWITCH_CLIENT_ID: ' ours ' },
    addresses: platforms.addresses,
    broadcast: {
      read: () => Promise.resolve(NOTHING),
      readKey: () => Promise.resolve(null),
      fill: () => Promise.resolve(),
    },
    clock: { nowMs: () => nowMs },
    log: {
      info: (message, details) => logged.push(JSON.stringify([message, details])),
      error: (message, error, details) =>
        logged.push(`${JSON.stringify([message, details])} ${String(error)}`),
    },
    onChanged: () => undefined,
    onChatChanged: () => undefined,
  });
  open.push(service);
  return service;
}

const twitchOf = async ({ handlers }: BroadcastAccountsService) =>
  (await handlers['broadcastAccounts.read'](undefined, CONTEXT)).accounts[0];

async function connected(): Promise<BroadcastAccountsService> {
  const service = start();
  platforms.twitch.answerCode('agreed');
  await service.handlers['broadcastAccounts.connect']({ platform: 'twitch' }, CONTEXT);
  await expect.poll(async () => (await twitchOf(service))?.signIn.kind).toBe('connected');
  return service;
}

beforeEach(async () => {
  platforms = await startPlatforms();
  kept = new Map();
  logged = [];
  nowMs = Date.now();
});
afterEach(async () => {
  for (const service of open.splice(0)) service.close();
  await platforms.close();
});

describe('an account', () => {
  it('is there again when the host is started again', async () => {
    await connected();
    expect(await twitchOf(start())).toMatchObject({
      client: 'ours',
      signIn: { kind: 'connected', name: 'TwitchDev' },
    });
  });

  it('that was withdrawn meanwhile is known as soon as somebody looks at it', async () => {
    await connected();
    platforms.twitch.withdraw('all');
    const service = start();
    await expect.poll(async () => (await twitchOf(service))?.problem?.text).toBe('accountRevoked');
    expect(kept.size).toBe(0);
  });

  it('is asked for at most once an hour', async () => {
    const service = await connected();
    const checks = () => platforms.twitch.web.asked.filter((line) => line === 'GET /oauth2/validate').length;
    await expect.poll(checks).toBe(1);
    for (let reads = 0; reads < 5; reads += 1) await twitchOf(service);
    expect(checks()).toBe(1);
    nowMs += HOUR_MS;
    await twitchOf(service);
    await expect.poll(checks).toBe(2);
  });

  it('of which damaged data is kept is off, and the log quotes none of it', async () => {
    for (const damaged of ['{"tokens":{"accessToken":"hush', '{"version":1,"tokens":"hush"}', '[]']) {
      kept.set('broadcast-account-twitch', damaged);
      expect((await twitchOf(start()))?.signIn.kind).toBe('off');
    }
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('\n')).not.toContain('hush');
  });

  it('leaves no token in the log, whatever fails', async () => {
    const service = await connected();
    platforms.twitch.web.fail('/helix/search/categories', { status: 401 });
    platforms.twitch.web.fail('/oauth2/token', { status: 500, body: platforms.secrets() });
    await expect(
      service.handlers['broadcastAccounts.searchCategories']({ query: 'just' }, CONTEXT),
    ).rejects.toThrow('Twitch answered with an error (500)');
    await service.handlers['broadcastAccounts.disconnect']({ platform: 'twitch' }, CONTEXT);
    for (const secret of platforms.secrets()) expect(logged.join('\n')).not.toContain(secret);
  });
});
