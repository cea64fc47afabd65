import { existsSync } from 'node:fs';
import { z } from 'zod';
import { failedPluginSchema, pluginEntrySchema } from '../../../src-shared/contract/plugins.ts';
import { describeIssues } from '../../../src-shared/rpc/issues.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import type { PluginModule } from './modules.ts';

/** Thousands of plug-ins, a few kB each. */
const MOST_BYTES = 64 << 20;

const cachedModuleSchema = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  plugins: z.array(pluginEntrySchema),
  failure: failedPluginSchema.omit({ path: true }).nullable(),
});
/** What is known of one file, as it was. */
export type CachedModule = z.infer<typeof cachedModuleSchema>;

const cacheSchema = z.object({
  version: z.literal(1),
  /** Another version of ours may load what this one could not: failures are its own. */
  productVersion: z.string(),
  scannedAtMs: z.number().nullable(),
  modules: z.array(cachedModuleSchema),
});

export interface PluginCache {
  scannedAtMs: number | null;
  modules: CachedModule[];
}

export interface PluginCacheStore {
  read(): PluginCache;
  write(cache: PluginCache): void;
}

/** The catalogue in one file. A damaged one costs a scan. */
export function createFileCache(path: string, productVersion: string, log: Log): PluginCacheStore {
  return {
    read() {
      if (!existsSync(path)) return EMPTY;
      try {
        const parsed = cacheSchema.safeParse(readJsonSync(path, { mostBytes: MOST_BYTES }));
        if (!parsed.success) throw new Error(describeIssues(parsed.error));
        const { productVersion: writtenBy, scannedAtMs, modules } = parsed.data;
        const isOurs = writtenBy === productVersion;
        return { scannedAtMs, modules: isOurs ? modules : modules.filter(({ failure }) => !failure) };
      } catch (error) {
        log.error('the catalogue of plug-ins is damaged: they are scanned again', error, { path });
        return EMPTY;
      }
    },
    write({ scannedAtMs, modules }) {
      try {
        writeFileDurably(path, `${JSON.stringify({ version: 1, productVersion, scannedAtMs, modules })}\n`);
      } catch (error) {
        log.error('the catalogue of plug-ins could not be saved', error, { path });
      }
    },
  };
}

const EMPTY: PluginCache = { scannedAtMs: null, modules: [] };

/** For a command that leaves nothing behind. */
export function createPassingCache(): PluginCacheStore {
  return { read: () => EMPTY, write: () => undefined };
}

export function isSameModule(cached: CachedModule, found: PluginModule): boolean {
  return (
    cached.path === found.path &&
    cached.sizeBytes === found.sizeBytes &&
    cached.modifiedMs === found.modifiedMs
  );
}
