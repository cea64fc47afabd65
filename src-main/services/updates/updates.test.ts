import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateState } from '../../../src-shared/contract/updates.ts';
import { isNewerVersion, isUpdateCheckDue } from '../../../src-shared/domain/updateCheck.ts';
import type { UpdateFrequency } from '../../../src-shared/domain/roomLearning.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createUpdateService } from './index.ts';

const DAY_MS = 86_400_000;
let server: Server;
let asked: { headers: Record<string, unknown> }[];
let answer: { status: number; body: string; headers?: Record<string, string> };
let address: string;

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: JSON.stringify({ version: '1.3.0', url: 'https://example.org/1.3.0' }) };
  server = createServer((request, response) => {
    asked.push({ headers: request.headers });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.json`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function open(
  options: { address?: string; privacyMode?: boolean; frequency?: UpdateFrequency; path?: string } = {},
) {
  const settings = {
    privacyMode: options.privacyMode ?? false,
    updateFrequency: options.frequency ?? ('Weekly' as const),
    updateChannel: 'stable' as const,
    updateInstall: 'ask' as const,
  };
  const clock = { now: 100 * DAY_MS, nowMs: () => clock.now };
  const reported: UpdateState[] = [];
  const path = options.path ?? join(temporaryDir(), 'updates.json');
  const service = createUpdateService({
    version: '1.2.0',
    address: 'address' in options ? options.address : address,
    path,
    readSettings: () => settings,
    installs: { publisher: null, program: null, system: 'linux', findActivity: () => null },
    createId: () => 'one',
    onChanged: (state) => reported.push(state),
    clock,
    log: createRecordingLog(),
  });
  service.close();
  const context = { signal: new AbortController().signal };
  return {
    service,
    settings,
    clock,
    reported,
    path,
    read: async () => await service.handlers['updates.read'](undefined, context),
    check: async () => await service.handlers['updates.check'](undefined, context),
  };
}

describe('looking for a new version', () => {
  it('reports a newer one, and where to read about it', async () => {
    const { service, read, reported } = open();
    expect(await read()).toMatchObject({ newer: null, checkedAtMs: null, reason: null });
    await service.look();
    expect(await read()).toEqual({
      version: '1.2.0',
      address,
      reason: null,
      checkedAtMs: 100 * DAY_MS,
      newer: { version: '1.3.0', pageUrl: 'https://example.org/1.3.0' },
      problem: null,
      install: { step: 'unsupported', why: 'desktopOnly' },
    });
    expect(reported).toHaveLength(1);
  });

  it('reveals nothing about us with the question', async () => {
    await open().check();
    const { host, connection, ...sent } = asked[0]?.headers ?? {};
    expect(sent).toMatchObject({ accept: 'application/json', 'user-agent': 'SoundDesk' });
    expect(JSON.stringify([sent, host, connection])).not.toContain('1.2.0');
    expect(sent).not.toHaveProperty('cookie');
  });

  it('asks as often as it is set, also after a restart', async () => {
    const { service, clock, path } = open();
    await service.look();
    clock.now += 6 * DAY_MS;
    await service.look();
    expect(asked).toHaveLength(1);
    const again = open({ path });
    again.clock.now = 106 * DAY_MS;
    await again.service.look();
    expect(asked).toHaveLength(1);
    again.clock.now = 107 * DAY_MS;
    await again.service.look();
    expect(asked).toHaveLength(2);
  });

  it('never asks in privacy mode, not by hand either', async () => {
    const { service, check, read } = open({ privacyMode: true });
    await service.look();
    const reason = 'In privacy mode SoundDesk does not look for new versions.';
    await expect(check()).rejects.toMatchObject({ code: 'UNSUPPORTED', message: reason });
    expect((await read()).reason).toBe(reason);
    expect(asked).toEqual([]);
  });

  it('asks by hand alone where it is set so', async () => {
    const { service, check } = open({ frequency: 'Manual' });
    await service.look();
    expect(asked).toEqual([]);
    expect((await check()).newer?.version).toBe('1.3.0');
  });

  it.each([
    ['no address', undefined, 'No release address is configured'],
    ['an empty one', ' ', 'No release address is configured'],
    ['one that others can write on', 'http://example.org/latest.json', 'has to begin with https://'],
    ['no address at all', 'latest', 'has to begin with https://'],
  ])('asks nobody with %s, and says so', async (_, wrong, words) => {
    const { service, read, check } = open({
      ...(wrong === undefined ? { address: undefined as never } : { address: wrong }),
    });
    await service.look();
    expect((await read()).reason).toContain(words);
    await expect(check()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it.each([
    ['an error', { status: 503, body: '' }, 'it answered 503'],
    ['a page', { status: 200, body: '<html>' }, 'what it says is no version'],
    ['another document', { status: 200, body: '{"version":"newest"}' }, 'what it says is no version'],
    ['far too much', { status: 200, body: 'x'.repeat(70_000) }, 'it says too much'],
    ['a way elsewhere', { status: 302, body: '', headers: { location: '/' } }, 'it cannot be reached'],
    [
      'a page that is no page',
      { status: 200, body: '{"version":"9.0.0","url":"javascript:alert(1)"}' },
      'what it says is no version',
    ],
  ])('says what was wrong with %s, and keeps what it knew', async (_, wrong, words) => {
    const { check, read } = open();
    await check();
    answer = wrong;
    expect((await check()).problem).toContain(words);
    expect((await read()).newer?.version).toBe('1.3.0');
  });

  it('reports neither the same version nor an older one', async () => {
    const { check } = open();
    answer.body = '{"version":"1.2.0"}';
    expect((await check()).newer).toBeNull();
    answer.body = '{"version":"1.1.9"}';
    expect((await check()).newer).toBeNull();
  });
});

describe('the policy', () => {
  const at = { address: 'https://example.org', privacyMode: false, lastTryMs: 0, nowMs: DAY_MS };
  it.each([
    ['Daily', 1, true],
    ['Weekly', 6, false],
    ['Weekly', 7, true],
    ['Monthly', 29, false],
    ['Monthly', 30, true],
    ['Manual', 1000, false],
  ] as const)('%s, %i days after: %s', (frequency, days, isDue) => {
    expect(isUpdateCheckDue({ ...at, frequency, nowMs: days * DAY_MS })).toBe(isDue);
    expect(isUpdateCheckDue({ ...at, frequency, nowMs: days * DAY_MS, privacyMode: true })).toBe(false);
    expect(isUpdateCheckDue({ ...at, frequency, nowMs: days * DAY_MS, address: null })).toBe(false);
  });

  it.each([
    ['1.2.1', '1.2.0', true],
    ['1.10.0', '1.9.9', true],
    ['1.2.0', '1.2.0', false],
    ['1.1.9', '1.2.0', false],
    ['1.2.0', '1.2.0-beta.1', true],
    ['1.2.0-beta.10', '1.2.0-beta.9', true],
    ['1.2.0-beta.1', '1.2.0', false],
    ['new', '1.2.0', false],
  ])('%s after %s: %s', (other, version, isNewer) => {
    expect(isNewerVersion(other, version)).toBe(isNewer);
  });
});
