import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src-shared/contract/settings.ts';
import { createStoredSettings } from './storedSettings.ts';

function createStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

describe('settings in the browser', () => {
  it('are the defaults before anything was kept', () => {
    const settings = createStoredSettings({ storage: createStorage(), onChanged: vi.fn() });
    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
  });

  it('keep what is changed, and announce the whole', () => {
    const storage = createStorage();
    const onChanged = vi.fn();
    createStoredSettings({ storage, onChanged }).update({ theme: 'light' });
    expect(onChanged).toHaveBeenCalledWith({ ...DEFAULT_SETTINGS, theme: 'light' });
    expect(createStoredSettings({ storage, onChanged }).read().theme).toBe('light');
  });

  it.each(['{ no json', '{"theme":"pink"}'])('put %s aside and start from the defaults', (text) => {
    const storage = createStorage({ 'sounddesk.settings': text });
    const onProblem = vi.fn();
    const settings = createStoredSettings({ storage, onChanged: vi.fn(), onProblem });
    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(storage.items.get('sounddesk.settings.unreadable')).toBe(text);
    expect(onProblem).toHaveBeenCalledTimes(1);
    expect(onProblem).toHaveBeenCalledWith(expect.stringContaining('sounddesk.settings.unreadable'));
  });

  it('make a chain of an older version’s preset', () => {
    const { chain: _, ...older } = { ...DEFAULT_SETTINGS, activePresetId: 'cafe-noisy' };
    const storage = createStorage({ 'sounddesk.settings': JSON.stringify(older) });
    const settings = createStoredSettings({ storage, onChanged: vi.fn() });
    expect(settings.read().chain.denoise).toMatchObject({ sensitivity: 90, reduction: 95 });
  });

  it('say so when the browser keeps nothing', () => {
    const storage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const settings = createStoredSettings({ storage, onChanged: vi.fn() });
    expect(() => settings.update({ theme: 'light' })).toThrow(
      expect.objectContaining({ code: 'SETTINGS_UNWRITABLE', retryable: true }),
    );
  });

  it('follow another tab', () => {
    const storage = createStorage();
    const onChanged = vi.fn();
    const settings = createStoredSettings({ storage, onChanged });
    storage.setItem('sounddesk.settings', JSON.stringify({ ...DEFAULT_SETTINGS, theme: 'system' }));
    settings.onStorageEvent({ key: 'sounddesk.settings' });
    expect(onChanged).toHaveBeenCalledWith(expect.objectContaining({ theme: 'system' }));
  });
});
