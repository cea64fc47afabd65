import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBrowserIdentity } from '../../../tests/lib/hostClient.ts';
import {
  admit,
  createMemoryChannelPair,
  introduce,
  nameBrowser,
  type Channel,
  type Introduction,
} from '../../../src-shared/rpc/index.ts';
import type { Log } from '../../services/ports.ts';
import { createHostDoor, type HostDoor } from './index.ts';
import { loadHostIdentity } from './hostIdentity.ts';
import { readStartToken, writeStartToken } from './startToken.ts';

const ORIGIN = 'http://127.0.0.1:47800';
const DAY_MS = 86_400_000;

let dataDir: string;
let nowMs: number;
let logged: string[];
const log: Log = {
  info: (message) => void logged.push(message),
  error: (message) => void logged.push(message),
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sounddesk-door-'));
  nowMs = 1_000_000_000_000;
  logged = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const openDoor = () => createHostDoor({ dataDir, port: () => 47_800, clock: { nowMs: () => nowMs }, log });

/** A handshake; what the page and the host came to, and all that went over the wire. */
async function knock(
  door: HostDoor,
  introduction: Introduction,
  origins: { page?: string; host?: string } = {},
) {
  const wire: string[] = [];
  const [near, far] = createMemoryChannelPair((frame) => {
    wire.push(JSON.stringify(frame));
    return structuredClone(frame);
  });
  const admitted = admit(far, { door: door.forVisitor('Firefox on Linux'), origin: origins.host ?? ORIGIN });
  void admitted.then((visitor) => visitor && far.send({ kind: 'admit' }));
  const hostKey = await introduce(near, introduction, { origin: origins.page ?? ORIGIN }).catch(
    (error: { code: string; details?: { reason: string } }) => error.details?.reason ?? error.code,
  );
  near.close();
  return { hostKey, visitor: await admitted, wire };
}

const secretOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

async function pair(door: HostDoor) {
  const browser = await createBrowserIdentity();
  const { hostKey } = await knock(door, { kind: 'secret', secret: door.token, browser });
  const paired = { kind: 'browser', browser, knownHostKeys: [hostKey] } satisfies Introduction;
  return { browser, hostKey, paired, id: await nameBrowser(browser.publicKey) };
}

describe('the token of a start', () => {
  it('opens as often as it is used, is never sent, and is another at each start', async () => {
    const door = await openDoor();
    expect(Buffer.from(door.token, 'base64url')).toHaveLength(32);
    for (let use = 0; use < 2; use += 1) {
      const { visitor, wire } = await knock(door, { kind: 'secret', secret: door.token, browser: null });
      expect(visitor).toEqual({ browserId: null });
      expect(wire).toHaveLength(4);
      expect(wire.join('\n')).not.toContain(door.token);
    }
    const next = await openDoor();
    expect(next.token).not.toBe(door.token);
    expect(await knock(next, { kind: 'secret', secret: door.token, browser: null })).toMatchObject({
      hostKey: 'unknownLink',
      visitor: null,
    });
  });

  it('is reported in a file of this user alone, and read from no other', () => {
    const path = join(dataDir, 'token');
    const startToken = { port: 47_800, token: 'a'.repeat(43) };
    writeStartToken(path, startToken);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readStartToken(path)).toEqual(startToken);
    symlinkSync(path, join(dataDir, 'link'));
    expect(readStartToken(join(dataDir, 'link'))).toBeNull();
    chmodSync(path, 0o644);
    expect(readStartToken(path)).toBeNull();
    writeFileSync(path, 'short', { mode: 0o600 });
    expect(readStartToken(path)).toBeNull();
    // A link is replaced, not followed.
    rmSync(path);
    writeFileSync(join(dataDir, 'victim'), 'as it was');
    symlinkSync(join(dataDir, 'victim'), path);
    writeStartToken(path, startToken);
    expect(readFileSync(join(dataDir, 'victim'), 'utf8')).toBe('as it was');
  });
});

describe('a paired browser', () => {
  it('comes in by its key in later starts, without a token', async () => {
    const { paired, hostKey, id } = await pair(await openDoor());
    nowMs += DAY_MS;
    const later = await openDoor();
    expect(await knock(later, paired)).toMatchObject({ hostKey, visitor: { browserId: id } });
    expect(later.browsers.list()).toEqual([
      { id, name: 'Firefox on Linux', pairedAtMs: nowMs - DAY_MS, lastUsedAtMs: nowMs - DAY_MS },
    ]);
    later.browsers.onUsed(id);
    expect(later.browsers.list()[0]?.lastUsedAtMs).toBe(nowMs);
  });

  it('is known at the origin at which it was paired, and at no other: keys are kept by origin', async () => {
    const door = await openDoor();
    const { paired } = await pair(door);
    const other = 'http://127.0.0.1:47801';
    expect(await knock(door, paired, { page: other, host: other })).toMatchObject({
      hostKey: 'unknownBrowser',
      visitor: null,
    });
  });

  it('is not known any more once it was removed, nor after half a year without use', async () => {
    const door = await openDoor();
    const { paired, id } = await pair(door);
    const removed: string[] = [];
    door.browsers.onRemoved((browserId) => removed.push(browserId));
    door.browsers.remove(id);
    expect(removed).toEqual([id]);
    expect(await knock(door, paired)).toMatchObject({ hostKey: 'unknownBrowser', visitor: null });
    expect(await knock(await openDoor(), paired)).toMatchObject({ visitor: null });
    const { paired: idle } = await pair(door);
    nowMs += 181 * DAY_MS;
    expect(await knock(await openDoor(), idle)).toMatchObject({ visitor: null });
  });

  it('that was removed cannot come back by a link that it may have seen: all are new then', async () => {
    const door = await openDoor();
    const { id } = await pair(door);
    const { browser: other } = await pair(door);
    const [start, link] = [door.token, secretOf((await door.createLink()).url)];
    const renewed: string[] = [];
    door.onTokenRenewed((token) => renewed.push(token));
    await door.remove(id);
    expect(renewed).toEqual([door.token]);
    expect(door.token).not.toBe(start);
    const browser = await createBrowserIdentity();
    for (const secret of [start, link])
      expect(await knock(door, { kind: 'secret', secret, browser })).toMatchObject({
        hostKey: 'unknownLink',
      });
    expect(door.browsers.list().map((entry) => entry.id)).toEqual([await nameBrowser(other.publicKey)]);
    expect(await knock(door, { kind: 'secret', secret: door.token, browser })).toMatchObject({
      visitor: { browserId: await nameBrowser(browser.publicKey) },
    });
  });

  it('stays out where its removal could not be written down, and is still listed', async () => {
    const door = await openDoor();
    const { paired, id } = await pair(door);
    rmSync(join(dataDir, 'paired-browsers.json'));
    mkdirSync(join(dataDir, 'paired-browsers.json'));
    expect(() => door.browsers.remove(id)).toThrow(/comes back when SoundDesk starts again/);
    expect(door.browsers.list().map((browser) => browser.id)).toEqual([id]);
    expect(await knock(door, paired)).toMatchObject({ visitor: null });
    rmSync(join(dataDir, 'paired-browsers.json'), { recursive: true });
    door.browsers.remove(id);
    expect(door.browsers.list()).toEqual([]);
  });

  it('makes room for newer ones only where there are more than fifty', async () => {
    const { browsers } = await openDoor();
    for (let count = 0; count < 51; count += 1) {
      nowMs += 1;
      browsers.pair({ id: `browser-${count}`, origin: ORIGIN, name: 'Firefox' });
    }
    expect(browsers.list()).toHaveLength(50);
    expect(browsers.isPaired('browser-0', ORIGIN)).toBe(false);
    expect(browsers.isPaired('browser-50', ORIGIN)).toBe(true);
  });

  it('has to be paired again where the list is damaged, and nobody is locked out', async () => {
    const { paired } = await pair(await openDoor());
    writeFileSync(join(dataDir, 'paired-browsers.json'), '{"version":1,"brow');
    const door = await openDoor();
    expect(logged.join()).toContain('damaged');
    expect(await knock(door, paired)).toMatchObject({ visitor: null });
    expect((await pair(door)).hostKey).toBe(paired.knownHostKeys[0]);
  });
});

describe('a link', () => {
  it('pairs one browser, and none that says no key', async () => {
    const door = await openDoor();
    const { url, expiresAtMs } = await door.createLink();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:47800\/sounddesk-dashboard#token=[\w-]{43}$/);
    expect(expiresAtMs).toBe(nowMs + 600_000);
    const secret = secretOf(url);
    expect(await knock(door, { kind: 'secret', secret, browser: null })).toMatchObject({ visitor: null });
    const browser = await createBrowserIdentity();
    const id = await nameBrowser(browser.publicKey);
    // Its page may be loaded again before it knows that it is paired.
    for (let use = 0; use < 2; use += 1)
      expect(await knock(door, { kind: 'secret', secret, browser })).toMatchObject({
        visitor: { browserId: id },
      });
  });

  it('that was overheard lets neither in', async () => {
    const door = await openDoor();
    const secret = secretOf((await door.createLink()).url);
    const eavesdropper = await createBrowserIdentity();
    const owner = await createBrowserIdentity();
    const first = await knock(door, { kind: 'secret', secret, browser: eavesdropper });
    expect(first.visitor).not.toBeNull();
    const second = await knock(door, { kind: 'secret', secret, browser: owner });
    expect(second).toMatchObject({ hostKey: 'usedLink', visitor: null });
    expect(door.browsers.list()).toEqual([]);
  });

  it('is none after ten minutes, and with the next start', async () => {
    const door = await openDoor();
    const secret = secretOf((await door.createLink()).url);
    const browser = await createBrowserIdentity();
    expect(await knock(await openDoor(), { kind: 'secret', secret, browser })).toMatchObject({
      visitor: null,
    });
    nowMs += 600_000;
    expect(await knock(door, { kind: 'secret', secret, browser })).toMatchObject({ hostKey: 'unknownLink' });
  });
});

describe('a program in the place of the host', () => {
  it('cannot pass on what it hears: a proof for one port is none at another', async () => {
    const door = await openDoor();
    const { paired } = await pair(door);
    const relayed = { page: 'http://127.0.0.1:47801', host: ORIGIN };
    for (const introduction of [paired, { kind: 'secret', secret: door.token, browser: null } as const]) {
      const { hostKey, visitor } = await knock(door, introduction, relayed);
      expect({ hostKey, visitor }).toEqual({ hostKey: 'HOST_UNVERIFIED', visitor: null });
    }
  });

  it('is found out by a page that knows its host, whatever it answers', async () => {
    const { paired } = await pair(await openDoor());
    const another = await createHostDoor({
      dataDir: mkdtempSync(join(dataDir, 'other-')),
      ...{ port: () => 47_800, clock: { nowMs: () => nowMs }, log },
    });
    // It knows the browser, and refuses it with its own signature, or lets it in.
    const refusal = await knock(another, paired);
    expect(refusal).toMatchObject({ hostKey: 'HOST_UNVERIFIED', visitor: null });
    another.browsers.pair({ id: await nameBrowser(paired.browser.publicKey), origin: ORIGIN, name: 'x' });
    const welcome = await knock(another, paired);
    expect(welcome).toMatchObject({ hostKey: 'HOST_UNVERIFIED', visitor: null });
    // The page has answered nothing: one greeting, and no proof.
    expect(welcome.wire).toHaveLength(2);
  });

  it.each([
    ['at once', () => ({ kind: 'admit' })],
    ['with a refusal', () => ({ kind: 'refuse', reason: 'unknownBrowser', error: REFUSAL })],
    [
      'with a proof of no length',
      (recorded: string) => recorded.replace(/"proof":"[^"]+/, `"proof":"${'A'.repeat(41)}`),
    ],
    ['with nonsense', () => ({ hello: 'world' })],
    ['with what the host said before', (recorded: string) => recorded],
  ])('is not believed where it answers %s', async (_, answer) => {
    const door = await openDoor();
    const { paired } = await pair(door);
    const { wire } = await knock(door, paired);
    const [near, far] = createMemoryChannelPair();
    const heard: unknown[] = [];
    far.onFrame((frame) => {
      heard.push(frame);
      const said = answer(wire[1] ?? '');
      far.send(typeof said === 'string' ? JSON.parse(said) : said);
    });
    await expect(introduce(near, paired, { origin: ORIGIN })).rejects.toMatchObject({
      code: 'HOST_UNVERIFIED',
      retryable: true,
    });
    expect(heard).toHaveLength(1);
  });

  it('is not waited for where it says nothing', async () => {
    const { paired } = await pair(await openDoor());
    const [near, far] = createMemoryChannelPair();
    const closed = new Promise<void>((resolve) => far.onClose(resolve));
    await expect(introduce(near, paired, { origin: ORIGIN, limitMs: 20 })).rejects.toMatchObject({
      code: 'HOST_UNVERIFIED',
    });
    await closed;
  });
});

describe('a stranger', () => {
  it.each([
    ['the answer of another connection', (proof: string) => ({ kind: 'respond', proof })],
    ['no proof', () => ({ kind: 'respond', proof: 'A'.repeat(86) })],
    ['a call', () => ({ kind: 'call', id: 1, name: 'settings.read' })],
    ['a second greeting', (_: string, greeting: unknown) => greeting],
  ])('is refused with %s', async (_, answer) => {
    const door = await openDoor();
    const { paired } = await pair(door);
    const { wire } = await knock(door, paired);
    const greeting = JSON.parse(wire[0] ?? '') as unknown;
    const { proof } = JSON.parse(wire[2] ?? '') as { proof: string };
    const [near, far] = createMemoryChannelPair();
    const frames = collect(near);
    near.send(greeting);
    near.send(answer(proof, greeting));
    expect(await admit(far, { door: door.forVisitor('x'), origin: ORIGIN })).toBeNull();
    await new Promise<void>((resolve) => near.onClose(resolve));
    expect(frames).toMatchObject([{ kind: 'challenge' }, { kind: 'refuse' }]);
  });

  it.each([
    ['no key', 'A'.repeat(122)],
    ['a key of another curve', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC'.repeat(3)],
  ])('pairs nothing that is %s', async (_, publicKey) => {
    const door = await openDoor();
    const browser = { ...(await createBrowserIdentity()), publicKey };
    const { visitor } = await knock(door, { kind: 'secret', secret: door.token, browser });
    expect(visitor).toBeNull();
    expect(door.browsers.list()).toEqual([]);
  });
});

describe('a folder in which nothing can be written', () => {
  it('keeps nobody out of this start', async () => {
    for (const name of ['host-key', 'paired-browsers.json']) mkdirSync(join(dataDir, name));
    const door = await openDoor();
    const { paired, id } = await pair(door);
    expect(await knock(door, paired)).toMatchObject({ visitor: { browserId: id } });
    expect(logged.length).toBeGreaterThan(0);
  });
});

describe('the key of a host', () => {
  it('is the same over restarts, and another where others could have read it or it is damaged', async () => {
    const path = join(dataDir, 'host-key');
    const { publicKey } = await loadHostIdentity(path, log);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await loadHostIdentity(path, log)).publicKey).toBe(publicKey);
    chmodSync(path, 0o640);
    const second = await loadHostIdentity(path, log);
    expect(second.publicKey).not.toBe(publicKey);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'half a k');
    expect((await loadHostIdentity(path, log)).publicKey).not.toBe(second.publicKey);
    expect(logged).toHaveLength(2);
  });
});

const REFUSAL = { code: 'UNAUTHENTICATED', message: 'Type your password here.', retryable: false };

function collect(channel: Channel): unknown[] {
  const frames: unknown[] = [];
  channel.onFrame((frame) => frames.push(frame));
  return frames;
}
