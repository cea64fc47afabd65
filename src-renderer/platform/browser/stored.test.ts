import { describe, expect, it, vi } from 'vitest';
import { createPresetHandlers } from '../../../src-shared/handlers/presets.ts';
import { createBrowserJournalStore, JOURNAL_KEY } from './storedJournal.ts';
import { createBrowserPresetStore, PRESETS_KEY } from './storedPresets.ts';

function createStorage(initial: Record<string, string> = {}, roomChars = Infinity) {
  const items = new Map(Object.entries(initial));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    setItem(key: string, value: string) {
      if (value.length > roomChars) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
  };
}

const NEW_PRESET = {
  name: 'Night',
  description: '',
  environment: 'Home',
  sensitivity: 50,
  noiseReduction: 60,
  equalizerGainsDb: null,
  compressor: null,
} as const;

const CONTEXT = { signal: new AbortController().signal };

function openPresets(storage: ReturnType<typeof createStorage>) {
  let ids = 0;
  return createPresetHandlers({
    store: createBrowserPresetStore(storage),
    nowMs: () => 1000,
    createId: () => `id-${(ids += 1)}`,
    onChanged: vi.fn(),
  });
}

describe('presets in the browser', () => {
  it('are kept from one visit to the next', async () => {
    const storage = createStorage();
    await openPresets(storage).handlers['presets.create'](NEW_PRESET, CONTEXT);
    const { presets } = await openPresets(storage).handlers['presets.list'](undefined, CONTEXT);
    expect(presets.map(({ name }) => name)).toContain('Night');
  });

  it.each(['{ no json', '{"version":2}', '[]'])(
    'put %s aside, with a message, and start again',
    async (text) => {
      const storage = createStorage({ [PRESETS_KEY]: text });
      const presets = openPresets(storage);
      const { damage, presets: all } = await presets.handlers['presets.list'](undefined, CONTEXT);
      expect(damage).toContain('sounddesk.presets.unreadable');
      expect(storage.items.get('sounddesk.presets.unreadable')).toBe(text);
      expect(all.every(({ isDefault }) => isDefault)).toBe(true);
      await presets.handlers['presets.create'](NEW_PRESET, CONTEXT);
      expect(storage.items.get('sounddesk.presets.unreadable')).toBe(text);
    },
  );

  it('keep a second damaged text beside the first', async () => {
    const storage = createStorage({ [PRESETS_KEY]: 'second', 'sounddesk.presets.unreadable': 'first' });
    openPresets(storage);
    expect(storage.items.get('sounddesk.presets.unreadable')).toBe('first');
    expect(storage.items.get('sounddesk.presets.unreadable2')).toBe('second');
  });

  it('say that there is no room, and stay as they were', async () => {
    const presets = openPresets(createStorage({}, 10));
    const create = async () => presets.handlers['presets.create'](NEW_PRESET, CONTEXT);
    await expect(create()).rejects.toMatchObject({ code: 'PRESETS_UNWRITABLE', retryable: true });
    const list = await presets.handlers['presets.list'](undefined, CONTEXT);
    expect(list.presets.map(({ name }) => name)).not.toContain('Night');
  });
});

const segment = (fromMs: number) => ({
  sessionStartedAtMs: fromMs,
  fromMs,
  toMs: fromMs + 60_000,
  figures: null,
});

describe('the journal in the browser', () => {
  it('keeps sessions, and takes in what a closed tab left, once', () => {
    const storage = createStorage();
    const store = createBrowserJournalStore({ storage, onProblem: vi.fn() });
    store.append(segment(1));
    store.checkpoint(segment(100_000));
    const next = createBrowserJournalStore({ storage, onProblem: vi.fn() });
    next.adoptCheckpoint();
    next.adoptCheckpoint();
    expect(next.read(0).segments.map(({ fromMs }) => fromMs)).toEqual([1, 100_000]);
    expect(next.read(70_000).segments.map(({ fromMs }) => fromMs)).toEqual([100_000]);
  });

  it('puts damaged text aside, with a message', () => {
    const storage = createStorage({ [JOURNAL_KEY]: 'torn {' });
    const onProblem = vi.fn();
    const store = createBrowserJournalStore({ storage, onProblem });
    expect(store.read(0).segments).toEqual([]);
    expect(onProblem).toHaveBeenCalledWith(expect.stringContaining('sounddesk.journal.unreadable'));
    store.append(segment(1));
    expect(store.read(0).segments).toHaveLength(1);
    expect(storage.items.get('sounddesk.journal.unreadable')).toBe('torn {');
  });

  it('lets the oldest go where there is no room', () => {
    const storage = createStorage({}, 400);
    const store = createBrowserJournalStore({ storage, onProblem: vi.fn() });
    for (let index = 1; index <= 20; index += 1) store.append(segment(index * 100_000));
    const kept = store.read(0).segments.map(({ fromMs }) => fromMs);
    expect(kept.at(-1)).toBe(2_000_000);
    expect(kept.length).toBeGreaterThan(0);
  });
});
