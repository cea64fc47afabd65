import { z } from 'zod';
import { settingsSchema, type Settings } from '../../../src-shared/contract/settings.ts';
import { PRODUCT_PREFIX } from '../../../src-shared/domain/product.ts';
import type { SettingsPatch } from '../workspace/index.ts';
import { isSame } from './form.ts';
import { withoutUndefined } from '../../../src-shared/domain/withoutUndefined.ts';

/** Document 1, section 9. */
export const SETTINGS_FILE_NAME = `${PRODUCT_PREFIX}-settings.json`;
const FORMAT = `${PRODUCT_PREFIX}-settings`;
const VERSION = 1;
/** A file of settings has a few kilobytes. */
export const MAX_SETTINGS_FILE_BYTES = 1_000_000;

const fileSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  settings: settingsSchema.omit({ byPerson: true }).partial().strict(),
});

/** The document of an export. Keys and other secrets are no settings: none is in it, nor what other persons chose. */
export function settingsDocument(settings: Settings): string {
  const { byPerson: _others, ...own } = settings;
  return `${JSON.stringify({ format: FORMAT, version: VERSION, settings: own }, null, 2)}\n`;
}

export type SettingsFile = { isGood: true; patch: SettingsPatch } | { isGood: false; problem: FileProblem };
export type FileProblem =
  | { kind: 'notJson' }
  | { kind: 'notSettings' }
  | { kind: 'bad'; place: string; reason: string };

/** What a file asks for, or what is wrong with it. */
export function readSettingsFile(text: string): SettingsFile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { isGood: false, problem: { kind: 'notJson' } };
  }
  if (!isOurs(document)) return { isGood: false, problem: { kind: 'notSettings' } };
  const parsed = fileSchema.safeParse(document);
  if (parsed.success) return { isGood: true, patch: withoutUndefined(parsed.data.settings) };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') || '—';
  return { isGood: false, problem: { kind: 'bad', place, reason: issue?.message ?? '' } };
}

function isOurs(document: unknown): boolean {
  return (
    typeof document === 'object' && document !== null && 'format' in document && document.format === FORMAT
  );
}

/** What a file may hold. */
type FileKey = Exclude<keyof Settings, 'byPerson'>;

export interface Difference {
  key: FileKey;
  /** Of what is nested: its place, e.g. `gate.threshold`. */
  place: string[];
  from: unknown;
  to: unknown;
}

/**
 * A file brings no plug-in folder that is not searched already: each is allowed outside the page, one by one. Answers
 * which are left out.
 */
export function withoutNewFolders(
  settings: Settings,
  patch: SettingsPatch,
): { patch: SettingsPatch; leftOut: string[] } {
  const { pluginFolders, ...rest } = patch;
  if (!pluginFolders) return { patch, leftOut: [] };
  const known = pluginFolders.filter((folder) => settings.pluginFolders.includes(folder));
  const leftOut = pluginFolders.filter((folder) => !known.includes(folder));
  return { patch: { ...rest, pluginFolders: known }, leftOut };
}

/** What a file would change, value by value. */
export function differencesOf(settings: Settings, patch: SettingsPatch): Difference[] {
  return (Object.keys(patch) as FileKey[]).flatMap((key) =>
    differences(settings[key], patch[key], []).map((difference) => ({ key, ...difference })),
  );
}

function differences(from: unknown, to: unknown, place: string[]): Omit<Difference, 'key'>[] {
  if (isSame(from, to)) return [];
  if (!isRecord(from) || !isRecord(to)) return [{ place, from, to }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) => differences(from[name], to[name], [...place, name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
