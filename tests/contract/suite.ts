import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../src-shared/contract/settings.ts';
import { ERROR_CODES, unwrap } from '../../src-shared/contract/errors.ts';
import { BUILT_IN_PRESETS } from '../../src-shared/domain/presets.ts';
import { DEFAULT_LIVE_CHAIN } from '../../src-shared/domain/liveChain.ts';
import { createClient, type Channel, type Client } from '../../src-shared/rpc/index.ts';

export interface HostUnderTest {
  openChannel: () => Promise<Channel> | Channel;
  close(): Promise<void> | void;
}

type AppClient = Client<AppContract>;

/** What every host keeps to, whatever carries its frames. Hosts differ only in what `host.describe` says. */
export function contractSuite(
  hostName: string,
  start: () => Promise<HostUnderTest>,
  options: { skip?: boolean } = {},
) {
  describe.skipIf(options.skip ?? false)(`the contract, served by ${hostName}`, () => {
    let host: HostUnderTest;
    let client: AppClient;
    const open = (overrides: { protocolVersion?: number } = {}): AppClient =>
      createClient({
        contract: appContract,
        protocolVersion: PROTOCOL_VERSION,
        openChannel: () => host.openChannel(),
        ...overrides,
      });

    beforeAll(async () => {
      host = await start();
      client = open();
    });
    afterAll(async () => {
      client.close();
      await host.close();
    });

    it('describes itself', async () => {
      const description = unwrap(await client.call('host.describe'));
      expect(description.product).toBe('SoundDesk');
      expect(description.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(description.channelCaps.audio).toBe(description.mode === 'professional' ? 32 : 1);
    });

    it('says that nobody has an account where none was set up', async () => {
      const accounts = unwrap(await client.call('accounts.read'));
      expect(accounts).toMatchObject({ kind: 'none', reason: expect.stringMatching(/\.$/) as string });
    });

    it('keeps settings, and notifies every connection of a change', async () => {
      const other = open();
      const heard = nextEvent(other, 'settings.onChanged');
      await other.call('settings.read'); // The subscription is in place once this is answered.
      const changed = unwrap(await client.call('settings.update', { theme: 'light' }));
      expect(changed).toEqual({ ...unwrap(await other.call('settings.read')), theme: 'light' });
      expect(await heard).toEqual(changed);
      unwrap(await client.call('settings.update', { theme: DEFAULT_SETTINGS.theme }));
      other.close();
    });

    it('keeps theme and language of each person apart', async () => {
      const before = unwrap(await client.call('settings.read'));
      const own = (personId: string, theme: 'light' | 'dark', language: 'de' | 'fr') =>
        client.call('settings.update', { byPerson: { [personId]: { theme, language } } });
      unwrap(await own('maria', 'light', 'de'));
      unwrap(await own('jonas', 'dark', 'fr'));
      const kept = unwrap(await own('maria', 'light', 'fr'));
      expect(kept.theme).toBe(before.theme);
      expect(kept.byPerson).toEqual({
        jonas: { theme: 'dark', language: 'fr' },
        maria: { theme: 'light', language: 'fr' },
      });
      expect(unwrap(await client.call('settings.reset')).byPerson).toEqual(kept.byPerson);
    });

    it('refuses settings that it does not know, and leaves what was there', async () => {
      const before = unwrap(await client.call('settings.read'));
      const wrong = [{ theme: 'pink' }, { sampleRate: 8000 }, { unknown: 1 }, 'text', null] as never[];
      for (const input of wrong) {
        expect(await client.call('settings.update', input)).toMatchObject({
          success: false,
          error: { code: 'BAD_INPUT' },
        });
      }
      expect(unwrap(await client.call('settings.read'))).toEqual(before);
    });

    it('says what was done today', async () => {
      const today = unwrap(await client.call('journal.readToday'));
      expect(today.cleanedSecByHour).toHaveLength(24);
      expect(sum(today.cleanedSecByHour)).toBeCloseTo(today.cleanedSec, 3);
    });

    it('says what was done in a period, and refuses one that makes no sense', async () => {
      const range = { from: '2026-03-01', to: '2026-03-31', by: 'week' } as const;
      const period = unwrap(await client.call('journal.readPeriod', range));
      expect(period.buckets).toHaveLength(6);
      expect(sum(period.buckets.map(({ cleanedSec }) => cleanedSec))).toBeCloseTo(
        period.totals.cleanedSec,
        3,
      );
      const wrong = [
        { ...range, to: '2026-02-28' },
        { ...range, from: '1900-01-01' },
        { ...range, from: '1.3.2026' },
        { ...range, by: 'year' as never },
      ];
      for (const input of wrong) {
        expect(await client.call('journal.readPeriod', input)).toMatchObject({
          success: false,
          error: { code: 'BAD_INPUT' },
        });
      }
    });

    it('lists the built-in presets, and keeps others, in the user’s order', async () => {
      const ids = async () => unwrap(await client.call('presets.list')).presets.map(({ id }) => id);
      const before = await ids();
      expect(before).toEqual(BUILT_IN_PRESETS.map(({ id }) => id));
      const created = await client.call('presets.create', {
        name: ' My desk ',
        description: '',
        environment: 'Home',
        sensitivity: 50,
        noiseReduction: 60,
        equalizerGainsDb: null,
        compressor: null,
      });
      const preset = unwrap(created);
      expect(preset).toMatchObject({ name: 'My desk', isDefault: false });
      unwrap(await client.call('presets.reorder', { ids: [preset.id, ...before] }));
      expect(await ids()).toEqual([preset.id, ...before]);
      expect(unwrap(await client.call('presets.exportAll')).presets).toHaveLength(1);
      expect(await client.call('presets.remove', { id: before[0] ?? '' })).toMatchObject({
        error: { code: 'PRESET_DEFAULT', message: 'Cannot delete default presets' },
      });
      unwrap(await client.call('presets.remove', { id: preset.id }));
      expect(await ids()).toEqual(before);
    });

    it('answers every live call as its description promises', async () => {
      const { capabilities } = unwrap(await client.call('host.describe'));
      const state = unwrap(await client.call('engine.readState'));
      expect(state.live).toBeNull();
      const missing = await client.call('engine.startLive', {
        inputDeviceId: 'no such device',
        outputDeviceId: 'no such device',
        sampleRate: 48000,
        bufferFrames: 512,
        chain: DEFAULT_LIVE_CHAIN,
        presetId: null,
      });
      const devices = await client.call('devices.listAudio');
      if (capabilities.liveCleaning.supported) {
        expect(missing).toMatchObject({ success: false, error: { code: 'DEVICE_NOT_FOUND' } });
        expect(devices.success).toBe(true);
      } else {
        expect(missing).toMatchObject({ success: false, error: { code: 'UNSUPPORTED' } });
        expect(capabilities.liveCleaning.reason).toMatch(/\.$/);
      }
      const code = capabilities.liveCleaning.supported ? 'LIVE_NOT_RUNNING' : 'UNSUPPORTED';
      const idle = [
        client.call('engine.updateLive', { chain: DEFAULT_LIVE_CHAIN, presetId: null }),
        client.call('engine.setListening', { listening: 'raw' }),
      ];
      for (const answer of await Promise.all(idle)) expect(answer).toMatchObject({ error: { code } });
      expect((await client.call('engine.stopLive')).success).toBe(capabilities.liveCleaning.supported);
    });

    it('says beforehand whether it broadcasts', async () => {
      const { broadcast } = unwrap(await client.call('host.describe')).capabilities;
      const answer = await client.call('broadcast.read');
      expect(answer.success).toBe(broadcast.supported);
      if (!broadcast.supported) expect(broadcast.reason).toMatch(/\.$/);
    });

    it('answers every call of the library of takes as its description promises', async () => {
      const { takes } = unwrap(await client.call('host.describe')).capabilities;
      const id = 'no such take';
      const answers = {
        list: await client.call('takes.list'),
        read: await client.call('takes.read', { id }),
        storage: await client.call('takes.readStorage'),
        bin: await client.call('takes.listBin'),
        locate: await client.call('takes.locate', { id, what: 'take' }),
        download: await client.call('takes.download', { id, trackId: 'microphone' }),
      };
      const refused = { success: false, error: { code: 'UNSUPPORTED' } };
      const missing = { success: false, error: { code: 'FILE_NOT_FOUND' } };
      if (!takes.supported) {
        expect(takes.reason).toMatch(/\.$/);
        for (const answer of Object.values(answers)) expect(answer).toMatchObject(refused);
        return;
      }
      expect(answers).toMatchObject({
        list: { success: true, data: [] },
        read: missing,
        storage: { success: true, data: { takeCount: 0, binBytes: 0, binUnreadable: 0 } },
        bin: { success: true, data: { takes: [], unreadable: [] } },
        locate: takes.hasFolders ? missing : refused,
        download: takes.exports.includes('files') ? missing : refused,
      });
    });

    it('gives every refusal a known code and a sentence', async () => {
      const answers = await Promise.all([
        client.call('engine.startLive', {} as never),
        client.call('engine.updateLive', {
          chain: { ...DEFAULT_LIVE_CHAIN, inputGain: 201 },
          presetId: null,
        }),
        client.call('settings.update', { language: 'xx' as never }),
      ]);
      for (const answer of answers) {
        if (answer.success) throw new Error('a wrong input was taken');
        expect(ERROR_CODES).toContain(answer.error.code);
        expect(answer.error.message.length).toBeGreaterThan(10);
      }
    });

    it.each(['engine.watchScope', 'engine.watchSpectrum', 'engine.watchSound'] as const)(
      'opens and closes a stream of bytes: %s',
      async (name) => {
        const stream = client.open(name, undefined, () => undefined);
        const ended = stream.done.then(
          () => 'closed',
          (error: { code: string }) => error.code,
        );
        await client.call('accounts.read');
        stream.close();
        expect(['closed', 'UNSUPPORTED']).toContain(await ended);
      },
    );

    it('answers an upload with more bytes than may wait, and hears what comes after it', async () => {
      const { capabilities } = unwrap(await client.call('host.describe'));
      const sizeBytes = 3_000_000;
      const frames = [{ atMs: 0, isKey: true, sizeBytes }];
      const input = { trackId: 'of no take', frames, framesDropped: 0 };
      for (let times = 0; times < 3; times += 1)
        expect(await client.upload('video.append', input, [new Uint8Array(sizeBytes)])).toMatchObject({
          error: { code: capabilities.video.supported ? 'TAKE_NOT_RUNNING' : 'UNSUPPORTED' },
        });
      expect((await client.call('accounts.read')).success).toBe(true);
    });

    it('answers a cancelled upload at once, and lets its source go', async () => {
      const abort = new AbortController();
      const letGo = Promise.withResolvers<void>();
      async function* endless() {
        try {
          for (;;) yield await Promise.resolve(new Uint8Array(1000));
        } finally {
          letGo.resolve();
        }
      }
      const input = { trackId: 'of no take', frames: [], framesDropped: 0 };
      const answer = client.upload('video.append', input, endless(), { signal: abort.signal });
      abort.abort();
      expect(await answer).toMatchObject({ success: false, error: { code: 'CANCELLED' } });
      await letGo.promise;
      expect((await client.call('accounts.read')).success).toBe(true);
    });

    it('answers a cancelled call at once', async () => {
      const abort = new AbortController();
      const answer = client.call('accounts.read', undefined, { signal: abort.signal });
      abort.abort();
      expect(await answer).toMatchObject({ success: false, error: { code: 'CANCELLED' } });
      expect((await client.call('accounts.read')).success).toBe(true);
    });

    it('answers a hundred calls that are made together', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => client.call('settings.read')));
      expect(answers.every((answer) => answer.success)).toBe(true);
    });

    it('refuses a peer of another version', async () => {
      const stranger = open({ protocolVersion: PROTOCOL_VERSION + 1 });
      expect(await stranger.call('accounts.read')).toMatchObject({ error: { code: 'VERSION_MISMATCH' } });
      expect(stranger.connection).toBe('refused');
    });
  });
}

function nextEvent(client: AppClient, name: 'settings.onChanged'): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = client.subscribe(name, (payload) => {
      stop();
      resolve(payload);
    });
  });
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
