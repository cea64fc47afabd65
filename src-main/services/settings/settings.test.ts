import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../src-shared/contract/settings.ts';
import { VIRTUAL_MICROPHONE } from '../../../src-shared/domain/virtualMicrophone.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createFileSettingsStore, createSettingsService } from './index.ts';

function open(path: string) {
  const log = createRecordingLog();
  const changes: Settings[] = [];
  const service = createSettingsService({
    store: createFileSettingsStore(path, log),
    log,
    onChanged: (settings) => changes.push(settings),
  });
  const context = { signal: new AbortController().signal };
  return {
    log,
    changes,
    readDamage: async () => service.handlers['settings.readDamage'](undefined, context),
    read: async () => service.handlers['settings.read'](undefined, context),
    update: async (input: Partial<Settings>) => service.handlers['settings.update'](input, context),
  };
}

describe('settings', () => {
  it('are the defaults before any were saved', async () => {
    const path = join(temporaryDir(), 'settings.json');
    expect(await open(path).read()).toEqual(DEFAULT_SETTINGS);
    expect(existsSync(`${path}.bad`)).toBe(false);
  });

  it('survive a restart, private to the user, without leftovers', async () => {
    const dir = temporaryDir();
    const path = join(dir, 'settings.json');
    const first = open(path);
    const changed = await first.update({ theme: 'light', sampleRate: 44100 });
    expect(first.changes).toEqual([changed]);
    expect(await open(path).read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'light', sampleRate: 44100 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['settings.json']);
  });

  it('take the default for each field that is damaged, keep the others, and keep the file aside', async () => {
    const path = join(temporaryDir(), 'settings.json');
    const stored = { ...DEFAULT_SETTINGS, theme: 'light', sampleRate: 'fast', bufferFrames: -1 };
    writeFileSync(path, JSON.stringify(stored));
    const settings = open(path);
    expect(await settings.read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'light' });
    expect(settings.log.entries).toHaveLength(1);
    expect(JSON.parse(readFileSync(`${path}.bad`, 'utf8'))).toEqual(stored);
  });

  it('keep every damaged file under a name of its own, once, and say which', async () => {
    const dir = temporaryDir();
    const path = join(dir, 'settings.json');
    const damages = ['{"theme":"first', '{"theme":"second', '{"theme":7,"sampleRate":44100}'];
    for (const [index, damage] of damages.entries()) {
      writeFileSync(path, damage);
      const name = `${path}.bad${index === 0 ? '' : index + 1}`;
      // It is damaged until it is written again: a second start keeps nothing twice.
      for (let start = 0; start < 2; start += 1)
        expect(await open(path).readDamage()).toContain(`in ${name}.`);
      const kept = await open(path).update({ theme: 'light' });
      expect(kept.theme).toBe('light');
      expect(readFileSync(name, 'utf8')).toBe(damage);
    }
    expect(readdirSync(dir).sort()).toEqual([
      'settings.json',
      'settings.json.bad',
      'settings.json.bad2',
      'settings.json.bad3',
    ]);
    expect(readFileSync(`${path}.bad`, 'utf8')).toBe(damages[0]);
    for (let index = 0; index < 30; index += 1) {
      writeFileSync(path, `{"theme":${index}`);
      await open(path).update({ theme: 'light' });
    }
    expect(readdirSync(dir)).toHaveLength(21);
    expect(readFileSync(`${path}.bad`, 'utf8')).toBe(damages[0]);
    expect(readFileSync(`${path}.bad20`, 'utf8')).toBe('{"theme":29');
  });

  it('are the defaults where the file is larger than settings are, and it is not read', async () => {
    const path = join(temporaryDir(), 'settings.json');
    writeFileSync(path, '{}');
    truncateSync(path, 2 ** 33);
    const settings = open(path);
    expect(await settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(await settings.readDamage()).toContain('.bad.');
  });

  it.each(['', '{"theme":"li', 'null', '[1,2]', '"text"', '\u0000\u0001'])(
    'are the defaults where the file holds %j',
    async (content) => {
      const path = join(temporaryDir(), 'settings.json');
      writeFileSync(path, content);
      expect(await open(path).read()).toEqual(DEFAULT_SETTINGS);
    },
  );

  it('of an older version get the defaults of what it did not have, without a warning', async () => {
    const path = join(temporaryDir(), 'settings.json');
    writeFileSync(path, '{"theme":"system"}');
    const settings = open(path);
    expect(await settings.read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'system' });
    expect(settings.log.entries).toEqual([]);
  });

  it('from before there was a chain begin with the active preset’s', async () => {
    const path = join(temporaryDir(), 'settings.json');
    writeFileSync(path, JSON.stringify({ theme: 'light', activePresetId: 'cafe-noisy' }));
    const settings = open(path);
    const { chain, monitorInHeadphones } = await settings.read();
    expect(chain).toMatchObject({
      inputGain: 75,
      outputVolume: 80,
      denoise: { sensitivity: 90, reduction: 95 },
    });
    expect(monitorInHeadphones).toBe(false);
    expect(settings.log.entries).toEqual([]);
  });

  it.each([
    [
      'sent the sound to other apps, which it still does; nobody hears themselves unasked',
      {
        outputDeviceId: VIRTUAL_MICROPHONE.outputDeviceId,
        listenToYourself: true,
        outputBeforeVirtualId: 'x',
      },
      {
        outputDeviceId: 'x',
        appsDeviceId: VIRTUAL_MICROPHONE.outputDeviceId,
        sendToApps: true,
        monitorInHeadphones: false,
      },
    ],
    [
      'played it to the talker alone',
      { outputDeviceId: 'y', listenToYourself: true },
      { outputDeviceId: 'y', appsDeviceId: null, sendToApps: false, monitorInHeadphones: false },
    ],
  ])('from before monitoring and sending were two switches: one that %s', async (_, stored, expected) => {
    const path = join(temporaryDir(), 'settings.json');
    writeFileSync(path, JSON.stringify(stored));
    const settings = open(path);
    expect(await settings.read()).toMatchObject(expected);
    expect(settings.log.entries).toEqual([]);
  });

  it('are left as they were where they cannot be saved, and say so', async () => {
    const dir = join(temporaryDir(), 'gone');
    mkdirSync(dir);
    const settings = open(join(dir, 'settings.json'));
    rmSync(dir, { recursive: true });
    const failure = await settings.update({ theme: 'light' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RpcError);
    expect(failure).toMatchObject({ code: 'SETTINGS_UNWRITABLE' });
    expect(await settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(settings.changes).toEqual([]);
  });
});
