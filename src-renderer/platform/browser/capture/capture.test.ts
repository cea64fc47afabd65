import { beforeEach, describe, expect, it } from 'vitest';
import { captureContract } from '../../../../src-shared/contract/capture.ts';
import type { CaptureSetUp } from '../../../../src-shared/domain/captureSetUp.ts';
import { unwrap, type Answer } from '../../../../src-shared/contract/errors.ts';
import {
  createClient,
  createEventHub,
  createMemoryChannelPair,
  createRouter,
  type Client,
} from '../../../../src-shared/rpc/index.ts';
import { BrowserCapture } from './index.ts';
import { SET_UP_KEY } from './storedSetUp.ts';

const MICROPHONE = { name: 'Microphone', source: 'default' };

let items: Map<string, string>;
let problems: string[];

/** A tab of this browser; its microphone is never opened. */
function openTab() {
  const events = createEventHub<typeof captureContract>();
  const capture = new BrowserCapture({
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
    },
    mediaDevices: new EventTarget() as MediaDevices,
    permissions: undefined,
    nowMs: () => 0,
    events,
    onProblem: (message) => problems.push(message),
    log(_, error) {
      throw error;
    },
  });
  const router = createRouter({
    contract: captureContract,
    handlers: capture.handlers,
    events,
    protocolVersion: 1,
    log: () => undefined,
    createCorrelationId: () => 'id',
  });
  const client: Client<typeof captureContract> = createClient({
    contract: captureContract,
    protocolVersion: 1,
    openChannel() {
      const [near, far] = createMemoryChannelPair();
      router.connect(far);
      return near;
    },
  });
  return { capture, client };
}

const codeOf = async (answer: Promise<Answer<unknown>>) => {
  const settled = await answer;
  return settled.success ? null : settled.error.code;
};

describe('the channels of a browser', () => {
  beforeEach(() => {
    items = new Map();
    problems = [];
  });

  it('are none at first, and each is recorded into a file of its own', async () => {
    const { setUp, session } = unwrap(await openTab().client.call('capture.readState'));
    expect(setUp).toMatchObject({ channels: [], recording: { mode: 'multitrack' } });
    expect(session).toBeNull();
  });

  it('are kept, and are there when the page is opened again', async () => {
    const { client } = openTab();
    const { setUp } = unwrap(await client.call('capture.addChannel', MICROPHONE));
    const [channel] = setUp.channels;
    unwrap(await client.call('capture.renameChannel', { channelId: channel?.id ?? '', name: 'Host' }));
    const again = unwrap(await openTab().client.call('capture.listChannels'));
    expect(again).toEqual([{ ...channel, name: 'Host' }]);
  });

  it('are sent to another tab', async () => {
    const [one, other] = [openTab(), openTab()];
    unwrap(await one.client.call('capture.addChannel', MICROPHONE));
    other.capture.onStorageEvent({ key: SET_UP_KEY });
    await expect
      .poll(async () => unwrap(await other.client.call('capture.listChannels')))
      .toMatchObject([MICROPHONE]);
  });

  it('are put aside where they cannot be read, and that is reported', () => {
    items.set(SET_UP_KEY, '{"version":7}');
    openTab();
    expect(problems).toHaveLength(1);
    expect(items.get(`${SET_UP_KEY}.unreadable`)).toBe('{"version":7}');
  });

  it.each([
    [
      'a second microphone',
      (now: CaptureSetUp) => ({
        ...now,
        channels: now.channels.flatMap((channel) => [channel, { ...channel, id: 'second' }]),
      }),
    ],
    ['a mix', (now: CaptureSetUp) => ({ ...now, recording: { ...now.recording, mode: 'both' as const } })],
    ['another rate', (now: CaptureSetUp) => ({ ...now, sampleRate: 96_000 as const })],
    ['a latency mode', (now: CaptureSetUp) => ({ ...now, latencyModeMs: 5 as const })],
  ])('refuse %s, and stay as they are', async (_, change) => {
    const { client } = openTab();
    const before = unwrap(await client.call('capture.addChannel', MICROPHONE));
    expect(await codeOf(client.call('capture.applySetUp', change(before.setUp)))).toBe('BAD_OPTION');
    expect(unwrap(await client.call('capture.readState'))).toEqual(before);
  });

  it('are not recorded while there is none, or none is heard', async () => {
    const { capture, client } = openTab();
    expect(() => capture.assertMayRecord(false)).toThrow(/at least one channel/);
    unwrap(await client.call('capture.addChannel', MICROPHONE));
    expect(() => capture.assertMayRecord(false)).toThrow(/not being heard/);
  });
});
