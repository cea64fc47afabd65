import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { PluginPreset } from '../../../src-shared/contract/plugins.ts';
import { makeFolderDurably, moveDurably, toFileError } from '../../../src-node/files/index.ts';

const ENDING = '.vstpreset';
const MAX_PRESETS = 2000;

export interface PresetFolders {
  /** Where presets that are saved here go: Steinberg's place for the user's own. */
  own: string;
  /** Where those of the makers lie. */
  others: string[];
}

export interface PluginName {
  vendor: string;
  name: string;
}

/** Steinberg's places for presets ("VST 3 Preset Format: Locations"), below which `Vendor/Plug-in/` follows. */
export function presetFolders(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  homeDir: string,
): PresetFolders {
  if (platform === 'darwin') {
    const library = 'Library/Audio/Presets';
    return { own: posix.join(homeDir, library), others: [`/${library}`, `/Network/${library}`] };
  }
  if (platform === 'win32') {
    const data = env.ProgramData ?? env.PROGRAMDATA ?? 'C:\\ProgramData';
    return {
      own: win32.join(homeDir, 'Documents', 'VST3 Presets'),
      others: [win32.join(data, 'VST3 Presets')],
    };
  }
  return {
    own: posix.join(homeDir, '.vst3', 'presets'),
    others: ['/usr/share/vst3/presets', '/usr/local/share/vst3/presets'],
  };
}

/** Presets of plug-ins by name: `.vstpreset` files that other hosts read as well. */
export function createPresetStore({ own, others }: PresetFolders) {
  const folderIn = (root: string, { vendor, name }: PluginName) => join(root, inPath(vendor), inPath(name));

  return {
    list(plugin: PluginName): PluginPreset[] {
      const named = (root: string, isOwn: boolean) =>
        namesIn(folderIn(root, plugin)).map((name): PluginPreset => ({ name, isOwn }));
      return [...named(own, true), ...others.flatMap((root) => named(root, false))]
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
        .slice(0, MAX_PRESETS);
    },
    /** Of a preset that `list` has named. */
    find(plugin: PluginName, { name, isOwn }: PluginPreset): string {
      for (const root of isOwn ? [own] : others) {
        const folder = folderIn(root, plugin);
        if (namesIn(folder).includes(name)) return join(folder, `${name}${ENDING}`);
      }
      throw failWith('FILE_NOT_FOUND', 'pluginPresetGone', { values: { name } });
    },
    /** `write` gets a name beside the final one, which the file takes when it is whole. */
    async save(plugin: PluginName, name: string, write: (path: string) => Promise<void>): Promise<void> {
      const folder = folderIn(own, plugin);
      const part = join(folder, `.${randomUUID()}.part`);
      try {
        makeFolderDurably(folder, { recursive: true });
      } catch (error) {
        throw toFileError(folder, error);
      }
      try {
        await write(part);
        await moveDurably(part, join(folder, `${inPath(name)}${ENDING}`));
      } catch (error) {
        rmSync(part, { force: true });
        throw toFileError(folder, error);
      }
    },
  };
}

/** A file for a moment, with this content or for what is written into it. */
export async function withTemporaryPreset<T>(
  dir: string,
  content: Buffer | null,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(dir, `${randomUUID()}${ENDING}`);
  try {
    if (content) writeFileSync(path, content, { mode: 0o600 });
    return await work(path);
  } finally {
    rmSync(path, { force: true });
  }
}

export function readPresetFile(path: string): Buffer {
  return readFileSync(path);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING) && !entry.name.startsWith('.'))
      .map(({ name }) => name.slice(0, -ENDING.length));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw failWith('FILE_UNREADABLE', 'pluginPresetsUnreadable', {
      values: { folder, reason: message },
      cause: error,
    });
  }
}

/** Other people's names, as one part of a path. */
function inPath(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '-')
    .slice(0, 100)
    .replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' ? 'Unnamed' : plain;
}
