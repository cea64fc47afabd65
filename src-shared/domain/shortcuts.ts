import { z } from 'zod';
import { isCommandCombination, parseCombination, type KeyCombination } from './keyCombination.ts';
import { reservedFor, type ReservedUse } from './reservedKeys.ts';

/** Where a shortcut holds. `system`: also while another program is in front. */
export type ShortcutPlace =
  | 'everywhere'
  | 'dashboard'
  | 'enhancement'
  | 'plugins'
  | 'studio'
  | 'broadcast'
  | 'settings'
  | 'help'
  | 'system';

interface Definition {
  id: string;
  places: readonly ShortcutPlace[];
  /** null: none, until the user chooses one. */
  keys: KeyCombination | null;
  /** Works beside `keys`, as long as these are not changed. */
  alsoKeys?: KeyCombination;
}

/** All keyboard shortcuts that can be changed: handlers, the palette, the settings and the help read this table. */
export const SHORTCUTS = [
  { id: 'palette.open', places: ['everywhere'], keys: 'Mod+K' },
  { id: 'live.toggle', places: ['dashboard', 'enhancement'], keys: 'N' },
  { id: 'compare.hold', places: ['enhancement'], keys: 'R' },
  { id: 'edit.undo', places: ['enhancement', 'plugins', 'broadcast'], keys: 'Mod+Z' },
  {
    id: 'edit.redo',
    places: ['enhancement', 'plugins', 'broadcast'],
    keys: 'Mod+Shift+Z',
    alsoKeys: 'Mod+Y',
  },
  { id: 'studio.record', places: ['studio'], keys: 'R' },
  { id: 'studio.pause', places: ['studio'], keys: 'Space' },
  { id: 'studio.mark', places: ['studio'], keys: 'M' },
  { id: 'studio.keys', places: ['studio'], keys: '?' },
  { id: 'broadcast.send', places: ['broadcast'], keys: 'T' },
  { id: 'broadcast.mute', places: ['broadcast'], keys: 'U' },
  { id: 'broadcast.mark', places: ['broadcast'], keys: 'M' },
  { id: 'settings.save', places: ['settings'], keys: 'Mod+S' },
  { id: 'help.search', places: ['help'], keys: '/' },
  { id: 'global.live', places: ['system'], keys: null },
  { id: 'global.mute', places: ['system'], keys: null },
  { id: 'global.record', places: ['system'], keys: null },
  { id: 'global.capture', places: ['system'], keys: null },
] as const satisfies readonly Definition[];

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];
export type GlobalShortcutId = Extract<ShortcutId, `global.${string}`>;
export const SHORTCUT_IDS = SHORTCUTS.map(({ id }) => id) as [ShortcutId, ...ShortcutId[]];

/** What belongs to a kind of control and is the same in every program: listed, not changeable. */
export const FIXED_KEYS = [
  { id: 'presets.move', places: ['enhancement'] },
  { id: 'scenes.choose', places: ['broadcast'] },
  { id: 'items.move', places: ['broadcast'] },
  { id: 'items.order', places: ['broadcast'] },
  { id: 'controls.change', places: ['everywhere'] },
  { id: 'controls.reset', places: ['everywhere'] },
  { id: 'close', places: ['everywhere'] },
] as const satisfies readonly { id: string; places: readonly ShortcutPlace[] }[];

/** What the user chose other than the table; null: no keys. */
const choicesSchema = z.partialRecord(z.enum(SHORTCUT_IDS), z.string().max(40).nullable());
export type ShortcutChoices = z.infer<typeof choicesSchema>;

/** No two that could be meant at one time, none of a browser's or a system's. */
export const shortcutChoicesSchema = choicesSchema.refine(
  (choices) => findShortcutProblem(choices) === null,
  { error: 'Two shortcuts have the same keys, or one has keys of the browser or the system' },
);
export type ShortcutKeys = Record<ShortcutId, KeyCombination | null>;

const BY_ID = new Map<ShortcutId, Definition>(SHORTCUTS.map((shortcut) => [shortcut.id, shortcut]));

/** The table's own keys of a shortcut. */
export function defaultKeysOf(id: ShortcutId): KeyCombination | null {
  return BY_ID.get(id)?.keys ?? null;
}

/** The keys that hold. */
export function shortcutKeysOf(choices: ShortcutChoices): ShortcutKeys {
  const entries = SHORTCUTS.map(({ id, keys }) => [id, choices[id] === undefined ? keys : choices[id]]);
  return Object.fromEntries(entries) as ShortcutKeys;
}

/** Every combination that a shortcut answers to. */
export function combinationsFor(id: ShortcutId, keys: ShortcutKeys): KeyCombination[] {
  const definition = BY_ID.get(id);
  const chosen = keys[id];
  if (chosen === null) return [];
  return definition?.alsoKeys !== undefined && chosen === definition.keys
    ? [chosen, definition.alsoKeys]
    : [chosen];
}

/** The choices with this one; what is the table's own is no choice. */
export function withShortcut(
  choices: ShortcutChoices,
  id: ShortcutId,
  keys: KeyCombination | null,
): ShortcutChoices {
  const others = Object.entries(choices).filter(([other]) => other !== id);
  const own = keys === defaultKeysOf(id) ? [] : [[id, keys] as const];
  return Object.fromEntries([...others, ...own]);
}

export type ShortcutProblem =
  | { kind: 'reserved'; use: ReservedUse }
  | { kind: 'taken'; by: ShortcutId }
  /** It would be taken from what is typed in every other program. */
  | { kind: 'needsModifier' };

/** Why a shortcut cannot have these keys beside the others; null where it can. */
export function shortcutProblem(
  id: ShortcutId,
  combination: KeyCombination,
  keys: ShortcutKeys,
): ShortcutProblem | null {
  const use = reservedFor(combination);
  if (use) return { kind: 'reserved', use };
  const places = BY_ID.get(id)?.places ?? [];
  if (places.includes('system') && !isCommandCombination(combination)) return { kind: 'needsModifier' };
  const other = SHORTCUTS.find(
    (shortcut) =>
      shortcut.id !== id &&
      meet(places, shortcut.places) &&
      combinationsFor(shortcut.id, keys).includes(combination),
  );
  return other ? { kind: 'taken', by: other.id } : null;
}

/** The first choice that cannot be; null where all can. */
export function findShortcutProblem(
  choices: ShortcutChoices,
): { id: ShortcutId; problem: ShortcutProblem | { kind: 'noCombination' } } | null {
  const keys = shortcutKeysOf(choices);
  for (const id of SHORTCUT_IDS) {
    const chosen = choices[id];
    if (chosen === undefined || chosen === null) continue;
    if (!parseCombination(chosen)) return { id, problem: { kind: 'noCombination' } };
    const problem = shortcutProblem(id, chosen, keys);
    if (problem) return { id, problem };
  }
  return null;
}

/** Whether both can be meant at one time. What holds in the whole system holds on each of our screens. */
function meet(some: readonly ShortcutPlace[], others: readonly ShortcutPlace[]): boolean {
  const isAll = (places: readonly ShortcutPlace[]) =>
    places.includes('everywhere') || places.includes('system');
  return isAll(some) || isAll(others) || some.some((place) => others.includes(place));
}
