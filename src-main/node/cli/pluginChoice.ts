import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { PluginEntry } from '../../../src-shared/contract/plugins.ts';
import type { FilePlugin } from '../../services/engine/index.ts';
import type { Log } from '../../services/ports.ts';
import { UsageError } from './output.ts';
import { createCommandCatalogue } from './pluginCatalogue.ts';

type Setting = FilePlugin['parameters'][number];

/**
 * The plug-in that the user means: an id of the catalogue, or the path of a bundle, of which the first plug-in is
 * taken. Throws an `RpcError` with why it cannot be used.
 */
export async function choosePlugin(idOrPath: string, log: Log): Promise<PluginEntry> {
  if (/^[0-9a-f]{32}$/i.test(idOrPath)) {
    const catalogue = createCommandCatalogue({ folders: null, log });
    await catalogue.scan(false);
    return catalogue.find(idOrPath);
  }
  if (!existsSync(idOrPath)) {
    throw new RpcError('PLUGIN_NOT_FOUND', `There is no plug-in ${idOrPath}. Check its name.`);
  }
  const path = resolve(idOrPath);
  const catalogue = createCommandCatalogue({ folders: [path], log });
  await catalogue.scan(false);
  const { plugins, failed } = catalogue.read();
  const [plugin] = plugins;
  if (plugin) return plugin;
  const [failure] = failed;
  if (failure) throw new RpcError(failure.code, `${idOrPath} cannot be used: ${failure.message}`);
  throw new RpcError('PLUGIN_NOT_A_MODULE', `${idOrPath} is not a VST3 plug-in.`);
}

/** `NAME=VALUE`: a number in the parameter's own units, or the text of one of its places. */
export function parseSetting(text: string): Setting {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`A parameter is NAME=VALUE, not "${text}".`);
  const parameter = text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  const number = Number(value);
  return { parameter, value: value !== '' && Number.isFinite(number) ? { plain: number } : { text: value } };
}

/** `PATH[:NAME=VALUE]…`; a drive's colon is no end of a path. */
export function parsePluginOption(text: string): { idOrPath: string; parameters: Setting[] } {
  const parts = text.split(':');
  const first = parts.findIndex((part, index) => index > 0 && part.includes('='));
  const end = first === -1 ? parts.length : first;
  const idOrPath = parts.slice(0, end).join(':');
  if (idOrPath === '') throw new UsageError('Say which plug-in: --plugin PATH[:NAME=VALUE].');
  return { idOrPath, parameters: parts.slice(end).map(parseSetting) };
}

/** A preset's file, as the plug-in's process will open it. */
export function presetPathOf(path: string | undefined): string | null {
  if (path === undefined) return null;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new UsageError(`There is no preset ${path}.`);
  return resolve(path);
}
