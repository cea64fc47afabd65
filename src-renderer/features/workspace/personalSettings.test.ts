import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import { personChanged, readSettings, selectSettings, updateSettings } from './settingsSlice.ts';

let host: ReturnType<typeof createMemoryHost>;

beforeEach(async () => {
  host = createMemoryHost();
  await host.store.dispatch(readSettings());
});

const settings = () => selectSettings(host.store.getState());
const change = (patch: Parameters<typeof updateSettings>[0]) => host.store.dispatch(updateSettings(patch));
const signIn = (personId: string | null) => host.store.dispatch(personChanged(personId));

describe('theme and language', () => {
  it('belong to the person who is signed in, and others on this computer keep their own', async () => {
    signIn('maria');
    await change({ theme: 'light' });
    await change({ language: 'de' });
    expect(settings()).toMatchObject({ theme: 'light', language: 'de' });
    signIn('jonas');
    expect(settings()).toMatchObject({ theme: 'dark', language: 'system' });
    await change({ language: 'fr' });
    signIn('maria');
    expect(settings()).toMatchObject({ theme: 'light', language: 'de' });
    signIn(null);
    expect(settings()).toMatchObject({ theme: 'dark', language: 'system' });
    expect(host.state.settings.byPerson).toEqual({
      maria: { theme: 'light', language: 'de' },
      jonas: { theme: 'dark', language: 'fr' },
    });
  });

  it('changed at once are both kept', async () => {
    signIn('maria');
    await Promise.all([change({ theme: 'light' }), change({ language: 'es' })]);
    expect(settings()).toMatchObject({ theme: 'light', language: 'es' });
  });

  it('are this computer’s where nobody signs in, and other settings are for all', async () => {
    await change({ theme: 'light' });
    expect(host.state.settings).toMatchObject({ theme: 'light', byPerson: {} });
    signIn('maria');
    await change({ privacyMode: true });
    expect(host.state.settings).toMatchObject({ privacyMode: true, byPerson: {} });
    expect(settings().theme).toBe('light');
  });
});
