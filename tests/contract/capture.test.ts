import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost } from '../../src-main/node/host.ts';
import { captureContract } from '../../src-shared/contract/capture.ts';
import { EMPTY_SET_UP } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap, type Answer } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, createMemoryChannelPair, type Client } from '../../src-shared/rpc/index.ts';
import { startSilentBrowserHost } from '../lib/browserHost.ts';
import { connectToHost } from '../lib/hostClient.ts';

type AnyCall = (name: string, input?: unknown) => Promise<Answer<unknown>>;
const anyCall = (client: Client<AppContract>) => client.call.bind(client) as AnyCall;

const channel = (id: string) => ({ id, name: id });
const nobody = { channelId: 'nobody' };

/** A call, an input that is not of its schema, and what the answer names. */
const BAD_INPUTS: [string, unknown][] = [
  ['capture.applySetUp', null],
  ['capture.applySetUp', { version: 2 }],
  ['capture.applySetUp', { version: 1, channels: Array.from({ length: 33 }, (_, n) => channel(`c${n}`)) }],
  ['capture.applySetUp', { version: 1, channels: [channel('a'), channel('a')] }],
  ['capture.start', { setUp: { version: 1, sampleRate: 1 } }],
  ['capture.start', undefined],
  ['capture.updateChannel', { ...nobody, changes: { inputGain: Number.NaN } }],
  ['capture.updateChannel', { ...nobody, changes: { inputGain: Infinity } }],
  ['capture.updateChannel', { ...nobody, changes: { unknown: 1 } }],
  ['capture.updateChannel', { ...nobody, changes: { compressor: { isOn: true } } }],
  ['capture.updateChannel', { changes: {} }],
  ['capture.addChannel', {}],
  ['capture.addChannel', { name: 'x'.repeat(201) }],
  ['capture.renameChannel', { ...nobody, name: ' ' }],
  ['capture.removeChannel', 'nobody'],
  ['capture.reorderChannels', { channelIds: 'all' }],
  ['capture.setLatencyMode', { modeMs: 7 }],
  ['capture.updateOptions', { recording: { container: 'mp3' } }],
  ['recording.start', { name: '../etc/passwd', folder: '/etc' }],
  ['recording.start', { name: '', sound: { of: 'channels' } }],
  ['templates.save', { name: ' ', isReplacing: false }],
  ['templates.save', { name: 'x' }],
  ['templates.apply', { id: '../set-up' }],
  ['templates.delete', { id: '' }],
  ['recording.addMarker', { label: 'x'.repeat(201) }],
];

describe('capture, served by a host with an engine', () => {
  let dir: string;
  let host: Awaited<ReturnType<typeof startHost>>;
  let client: Client<AppContract>;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-contract-capture-'));
    host = await startHost({ dataDir: dir, port: 0 });
    client = connectToHost(host);
  });
  afterAll(async () => {
    client.close();
    await host.close();
    rmSync(dir, { recursive: true });
  });

  it.each(BAD_INPUTS)('refuses what %s does not take, and nothing has changed', async (name, input) => {
    const before = unwrap(await client.call('capture.readState'));
    expect(await anyCall(client)(name, input)).toMatchObject({
      success: false,
      error: { code: 'BAD_INPUT' },
    });
    expect(unwrap(await client.call('capture.readState'))).toEqual(before);
  });

  it('names the field that is wrong', async () => {
    const changes = { equalizer: { isOn: true, gainsDb: [...Array<number>(9).fill(0), 99] } };
    const answer = await client.call('capture.updateChannel', { ...nobody, changes });
    expect(answer.success ? '' : answer.error.message).toContain('changes.equalizer.gainsDb.9');
  });

  it('answers with the reason where there is nothing to act on', async () => {
    const code = async (answer: Promise<Answer<unknown>>) => {
      const settled = await answer;
      return settled.success ? null : settled.error.code;
    };
    expect(await code(client.call('capture.updateChannel', { ...nobody, changes: {} }))).toBe(
      'CHANNEL_NOT_FOUND',
    );
    expect(await code(client.call('recording.start', { name: null, sound: { of: 'channels' } }))).toBe(
      'NO_ENABLED_CHANNEL',
    );
    expect(await code(client.call('recording.stop'))).toBe('TAKE_NOT_RUNNING');
    expect(await code(client.call('capture.stop'))).toBeNull();
    expect(unwrap(await client.call('capture.listChannels'))).toEqual([]);
  });

  it('gives the whole set-up back as it was applied', async () => {
    const setUp = { ...EMPTY_SET_UP, latencyModeMs: 20 as const };
    expect(unwrap(await client.call('capture.applySetUp', setUp)).setUp).toEqual(setUp);
    unwrap(await client.call('capture.applySetUp', EMPTY_SET_UP));
  });
});

describe('capture, served by a web page in a browser that cannot record', () => {
  it('is not there, and every call says the same reason as its description', async () => {
    const host = startSilentBrowserHost();
    const client = createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel() {
        const [near, far] = createMemoryChannelPair();
        host.router.connect(far);
        return near;
      },
    });
    const { capture } = unwrap(await client.call('host.describe')).capabilities;
    expect(capture.supported).toBe(false);
    const message = capture.supported ? '' : capture.reason;
    const call = anyCall(client);
    for (const [name, { kind }] of Object.entries(captureContract)) {
      if (kind !== 'procedure' || BAD_INPUTS.some(([taking]) => taking === name)) continue;
      expect(await call(name)).toMatchObject({ error: { code: 'UNSUPPORTED', message } });
    }
    expect(await call('recording.start', { name: null, sound: { of: 'channels' } })).toMatchObject({
      error: { code: 'UNSUPPORTED' },
    });
    client.close();
    host.close();
  });
});
