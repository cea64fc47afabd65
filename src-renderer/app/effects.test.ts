import { beforeEach, describe, expect, it } from 'vitest';
import { engineReported, readDevices, readEngine, startLive } from '../features/engine/index.ts';
import { readHostTrouble, readSettings, updateSettings } from '../features/workspace/index.ts';
import { shell } from '../i18n/en/shell.ts';
import { addTexts } from '../i18n/index.ts';
import { createMemoryHost } from '../testing/memoryHost.ts';

addTexts('shell', shell);
let host: ReturnType<typeof createMemoryHost>;

beforeEach(() => {
  host = createMemoryHost();
});

describe('notices', () => {
  it('report an action that failed, by name and with the reason', async () => {
    host.failures['engine.startLive'] = { code: 'DEVICE_UNAVAILABLE', message: 'The microphone is in use.' };
    await host.store.dispatch(startLive());
    expect(host.notices).toEqual([
      {
        id: 'DEVICE_UNAVAILABLE',
        tone: 'error',
        title: 'Noise cancellation did not start',
        message: 'The microphone is in use.',
      },
    ]);
  });

  it('leave a failure to its place where the screen has one for it', async () => {
    host.failures['devices.listAudio'] = { code: 'ENGINE_STOPPED', message: 'The engine stopped.' };
    await host.store.dispatch(readDevices());
    expect(host.notices).toEqual([]);
  });

  it('leave a lost connection to the banner', async () => {
    const starting = host.store.dispatch(startLive());
    host.client.close();
    await starting;
    expect(host.notices).toEqual([]);
  });

  it('say nothing of what was given up, such as the work of a screen that was left', async () => {
    const starting = host.store.dispatch(startLive());
    starting.abort();
    await starting;
    expect(host.notices).toEqual([]);
  });

  it('report that nothing can be saved, and what makes room', async () => {
    const folder = '/data';
    const trouble = { code: 'DISK_FULL', folder, freeBytes: 0, message: 'Full.' } as const;
    await host.store.dispatch(readHostTrouble());
    expect(host.notices).toEqual([]);
    host.store.dispatch(readHostTrouble.fulfilled([trouble], ''));
    expect(host.notices).toMatchObject([
      {
        tone: 'error',
        title: 'Your disk is full',
        message: expect.stringContaining('empty the bin') as string,
      },
    ]);
  });

  it('distinguish each trouble: a full disk beside a damaged database', () => {
    const full = { code: 'DISK_FULL', folder: '/data', freeBytes: 0, message: 'Full.' } as const;
    const damaged = {
      code: 'DATABASE_DAMAGED',
      folder: '/data/backend',
      freeBytes: null,
      message: '',
    } as const;
    host.store.dispatch(readHostTrouble.fulfilled([full, damaged], ''));
    expect(host.notices).toMatchObject([
      { id: 'host-DISK_FULL', title: 'Your disk is full' },
      {
        id: 'host-DATABASE_DAMAGED',
        tone: 'error',
        title: 'The account database is damaged',
        message: expect.stringContaining('/data/backend') as string,
      },
    ]);
  });

  it('report that the engine died', async () => {
    await host.store.dispatch(readEngine());
    const lastFailure = { code: 'ENGINE_STOPPED', message: 'It was ended by a signal.', atMs: 1 } as const;
    const state = { process: 'restarting', restarts: 0, lastFailure, live: null } as const;
    host.store.dispatch(engineReported({ state, receivedAtMs: 1 }));
    expect(host.notices).toMatchObject([{ id: 'engine', tone: 'warning', message: lastFailure.message }]);
  });
});

describe('theme', () => {
  it('follows the settings, once they are known and whenever they change', async () => {
    await host.store.dispatch(readSettings());
    await host.store.dispatch(updateSettings({ theme: 'light' }));
    expect(host.themes).toEqual(['dark', 'light']);
  });
});
