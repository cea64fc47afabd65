import type { z } from 'zod';

/** What is used of `localStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface StoredValue<T> {
  readonly key: string;
  /** null where nothing is kept, or where it could not be read: then it is put aside first. */
  read(): T | null;
  /** Throws what the browser throws, mostly since there is no room. */
  write(value: T): void;
}

/**
 * One value as JSON in this browser's storage. Text that is damaged is kept under a key of its own, so that nothing is
 * lost by starting again; `onDamaged` hears that key.
 */
export function createStoredValue<T>(options: {
  storage: TextStorage;
  key: string;
  schema: z.ZodType<T>;
  /** Brings what an older version kept into today's form. */
  upgrade?: (stored: unknown) => unknown;
  onDamaged: (asideKey: string | null) => void;
}): StoredValue<T> {
  const { storage, key, schema, upgrade = (stored) => stored, onDamaged } = options;

  function parse(text: string): T | null {
    try {
      const parsed = schema.safeParse(upgrade(JSON.parse(text)));
      return parsed.success ? parsed.data : null;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return null;
      throw error;
    }
  }

  return {
    key,
    read() {
      const text = storage.getItem(key);
      if (text === null) return null;
      const value = parse(text);
      if (value === null) onDamaged(putAside(storage, key, text));
      return value;
    },
    write: (value) => storage.setItem(key, JSON.stringify(value)),
  };
}

/** The key under which the damaged text is kept now; null where there is no room for it beside the original. */
function putAside(storage: TextStorage, key: string, text: string): string | null {
  for (let number = 1; ; number += 1) {
    const asideKey = number === 1 ? `${key}.unreadable` : `${key}.unreadable${number}`;
    const there = storage.getItem(asideKey);
    if (there === text) return asideKey;
    if (there !== null) continue;
    try {
      storage.setItem(asideKey, text);
      return asideKey;
    } catch (error) {
      if (!isStorageRefusal(error)) throw error;
      return null;
    }
  }
}

/** The browser has no room, or keeps nothing for this page. */
export function isStorageRefusal(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'SecurityError')
  );
}
