import { z } from 'zod';
import type { PairedBrowser } from '../../../src-shared/contract/browsers.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { Listeners } from '../../../src-shared/rpc/index.ts';
import { describeSystemError } from '../clean/index.ts';
import { readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';

/** More than anybody has; beyond it the one that was used longest ago goes. */
const MAX_BROWSERS = 50;
/** A browser that was not used for so long is not paired any more. */
const UNUSED_LIMIT_MS = 180 * 86_400_000;
/** Reloads within this time are one use. */
const USE_INTERVAL_MS = 60_000;

const fileSchema = z.object({
  version: z.literal(1),
  browsers: z.array(
    z.object({
      id: z.string(),
      /** Where it was paired. Another origin has keys of its own: what comes with this one from there is not this browser. */
      origin: z.string(),
      name: z.string(),
      pairedAtMs: z.number(),
      lastUsedAtMs: z.number(),
    }),
  ),
});
type Entry = z.infer<typeof fileSchema>['browsers'][number];

/** Which browsers are paired; in a file that nobody else may read or write. */
export interface PairedBrowsers {
  list(): PairedBrowser[];
  isPaired(id: string, origin: string): boolean;
  /** Lets this browser in from now on; one that cannot be kept is let in until the end of this start. */
  pair(browser: { id: string; origin: string; name: string }): void;
  onUsed(id: string): void;
  /** Throws `BROWSERS_UNWRITABLE` where it would come back with the next start; its pages end all the same. */
  remove(id: string): void;
  /** Hears the id of each that is not paired any more. */
  onRemoved(listener: (id: string) => void): () => void;
  onChanged(listener: () => void): () => void;
}

export function createPairedBrowsers({
  path,
  clock,
  log,
}: {
  path: string;
  clock: Clock;
  log: Log;
}): PairedBrowsers {
  const removals = new Listeners<string>();
  const changes = new Listeners<void>();
  let entries = read(path, log).filter(({ lastUsedAtMs }) => clock.nowMs() - lastUsedAtMs < UNUSED_LIMIT_MS);

  /** Removed, where that could not be written down: still in the list, so that it can be removed again. */
  const barred = new Set<string>();

  const write = () => writeFileDurably(path, `${JSON.stringify({ version: 1, browsers: entries })}\n`, 0o600);
  const writeIfPossible = () => {
    try {
      write();
    } catch (error) {
      log.error('the paired browsers could not be kept', error, { path });
    }
  };
  const dropAll = (dropped: readonly Entry[]) => {
    entries = entries.filter((entry) => !dropped.includes(entry));
    for (const { id } of dropped) removals.notify(id);
  };

  return {
    list: () =>
      entries
        .map(({ id, name, pairedAtMs, lastUsedAtMs }) => ({ id, name, pairedAtMs, lastUsedAtMs }))
        .sort((one, other) => other.lastUsedAtMs - one.lastUsedAtMs),
    isPaired: (id, origin) =>
      !barred.has(id) && entries.some((entry) => entry.id === id && entry.origin === origin),
    pair({ id, origin, name }) {
      barred.delete(id);
      const nowMs = clock.nowMs();
      const known = entries.find((entry) => entry.id === id);
      const entry = { id, origin, name, pairedAtMs: known?.pairedAtMs ?? nowMs, lastUsedAtMs: nowMs };
      entries = [...entries.filter((other) => other !== known), entry];
      const oldestFirst = [...entries].sort((one, other) => one.lastUsedAtMs - other.lastUsedAtMs);
      dropAll(oldestFirst.slice(0, Math.max(0, entries.length - MAX_BROWSERS)));
      writeIfPossible();
      changes.notify();
    },
    onUsed(id) {
      const entry = entries.find((known) => known.id === id);
      if (!entry || clock.nowMs() - entry.lastUsedAtMs < USE_INTERVAL_MS) return;
      entry.lastUsedAtMs = clock.nowMs();
      writeIfPossible();
      changes.notify();
    },
    remove(id) {
      const removed = entries.filter((entry) => entry.id === id);
      if (removed.length === 0) return;
      dropAll(removed);
      try {
        write();
        barred.delete(id);
      } catch (error) {
        entries = [...entries, ...removed];
        barred.add(id);
        throw failWith('BROWSERS_UNWRITABLE', 'browserListUnsaved', {
          values: { reason: describeSystemError(error) },
          cause: error,
        });
      } finally {
        changes.notify();
      }
    },
    onRemoved: (listener) => removals.add(listener),
    onChanged: (listener) => changes.add(listener),
  };
}

function read(path: string, log: Log): Entry[] {
  try {
    const text = readPrivateFile(path);
    return text === null ? [] : fileSchema.parse(JSON.parse(text)).browsers;
  } catch (error) {
    // Nobody is locked out by it: a link pairs again.
    log.error('the list of paired browsers is damaged: each has to be paired again', error, { path });
    return [];
  }
}
