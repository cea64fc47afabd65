import { z } from 'zod';
import { parseCombination, type KeyCombination } from './keyCombination.ts';
import { reservedFor } from './reservedKeys.ts';
import { SHORTCUTS } from './shortcuts.ts';

/** All keys of the video editor: what they do, the list of them, the settings and the tests read this table. */
export const EDITOR_KEYS = [
  {
    group: 'play',
    rows: [
      { action: 'play', keys: ['Space'] },
      { action: 'shuttleBack', keys: ['J'] },
      { action: 'stop', keys: ['K'] },
      { action: 'shuttleForward', keys: ['L'] },
      { action: 'back', keys: ['ArrowLeft'] },
      { action: 'forward', keys: ['ArrowRight'] },
      { action: 'backSecond', keys: ['Shift+ArrowLeft'] },
      { action: 'forwardSecond', keys: ['Shift+ArrowRight'] },
      { action: 'previousCut', keys: ['ArrowUp'] },
      { action: 'nextCut', keys: ['ArrowDown'] },
      { action: 'toStart', keys: ['Home'] },
      { action: 'toEnd', keys: ['End'] },
      { action: 'loop', keys: ['Shift+L'] },
      { action: 'inPoint', keys: ['I'] },
      { action: 'outPoint', keys: ['O'] },
      { action: 'clearRange', keys: ['X'] },
      { action: 'marker', keys: ['M'] },
      { action: 'fullScreen', keys: ['F'] },
    ],
  },
  {
    group: 'tools',
    rows: [
      { action: 'select', keys: ['V'] },
      { action: 'rippleTool', keys: ['B'] },
      { action: 'rollTool', keys: ['R'] },
      { action: 'slipTool', keys: ['Y'] },
      { action: 'slideTool', keys: ['U'] },
      { action: 'razor', keys: ['C'] },
      { action: 'snap', keys: ['N'] },
      { action: 'zoomIn', keys: ['Plus', '='] },
      { action: 'zoomOut', keys: ['-'] },
      { action: 'showAll', keys: ['0'] },
    ],
  },
  {
    group: 'clips',
    rows: [
      { action: 'split', keys: ['S'] },
      { action: 'duplicate', keys: ['Mod+D'] },
      { action: 'remove', keys: ['Delete', 'Backspace'] },
      { action: 'ripple', keys: ['Shift+Delete', 'Shift+Backspace'] },
      { action: 'cut', keys: ['Mod+X'] },
      { action: 'copy', keys: ['Mod+C'] },
      { action: 'paste', keys: ['Mod+V'] },
      { action: 'selectAll', keys: ['Mod+A'] },
      { action: 'clear', keys: ['Escape'] },
      { action: 'nudgeBack', keys: ['Alt+ArrowLeft'] },
      { action: 'nudgeForward', keys: ['Alt+ArrowRight'] },
      { action: 'dissolve', keys: ['D'] },
      { action: 'freeze', keys: ['Shift+F'] },
      { action: 'speed', keys: ['Shift+S'] },
      { action: 'detachSound', keys: ['Shift+D'] },
      { action: 'link', keys: ['G'] },
      { action: 'unlink', keys: ['Shift+G'] },
      { action: 'undo', keys: ['Mod+Z'] },
      { action: 'redo', keys: ['Mod+Shift+Z', 'Mod+Y'] },
      { action: 'keys', keys: ['?'] },
    ],
  },
  {
    group: 'trims',
    rows: [
      { action: 'rippleStart', keys: ['Q'] },
      { action: 'rippleEnd', keys: ['W'] },
      { action: 'trimStart', keys: ['['] },
      { action: 'trimEnd', keys: [']'] },
      { action: 'rollBack', keys: ['Mod+ArrowLeft'] },
      { action: 'rollForward', keys: ['Mod+ArrowRight'] },
      { action: 'slipBack', keys: [','] },
      { action: 'slipForward', keys: ['.'] },
      { action: 'slideBack', keys: ['Alt+Shift+ArrowLeft'] },
      { action: 'slideForward', keys: ['Alt+Shift+ArrowRight'] },
    ],
  },
  {
    group: 'keyframes',
    rows: [
      { action: 'lanes', keys: ['Shift+K'] },
      { action: 'addPoint', keys: ['P'] },
      { action: 'previousPoint', keys: ['Shift+ArrowUp'] },
      { action: 'nextPoint', keys: ['Shift+ArrowDown'] },
      { action: 'pointUp', keys: ['Alt+ArrowUp'] },
      { action: 'pointDown', keys: ['Alt+ArrowDown'] },
      { action: 'pointBack', keys: ['Mod+Shift+ArrowLeft'] },
      { action: 'pointForward', keys: ['Mod+Shift+ArrowRight'] },
    ],
  },
] as const satisfies readonly {
  group: string;
  rows: readonly { action: string; keys: readonly KeyCombination[] }[];
}[];

export type EditorKeyAction = (typeof EDITOR_KEYS)[number]['rows'][number]['action'];

const ROWS: readonly { action: EditorKeyAction; keys: readonly KeyCombination[] }[] = EDITOR_KEYS.flatMap(
  ({ rows }) => [...rows],
);
const ACTIONS = ROWS.map(({ action }) => action) as [EditorKeyAction, ...EditorKeyAction[]];

/** What the user chose other than the table; null: no keys. */
export const editorKeyChoicesSchema = z.partialRecord(
  z.enum(ACTIONS),
  z
    .string()
    .max(40)
    .refine((keys) => parseCombination(keys) !== null, 'This is no combination of keys.')
    .nullable(),
);
export type EditorKeyChoices = z.infer<typeof editorKeyChoicesSchema>;

/** The keys of an action that hold. */
export function editorKeysFor(action: EditorKeyAction, choices: EditorKeyChoices): readonly KeyCombination[] {
  const chosen = choices[action];
  if (chosen !== undefined) return chosen === null ? [] : [chosen];
  return ROWS.find((row) => row.action === action)?.keys ?? [];
}

/** What a combination does; null: nothing. */
export function editorActionOf(
  combination: KeyCombination | null,
  choices: EditorKeyChoices,
): EditorKeyAction | null {
  if (combination === null) return null;
  return ACTIONS.find((action) => editorKeysFor(action, choices).includes(combination)) ?? null;
}

/** Keys of browsers that an editor takes, as every editor does: a page hears them. */
const TAKEN_BY_EDITORS: readonly string[] = ['moving', 'clipboard', 'selectAll', 'bookmark'];
/** By these one leaves and presses what has the focus. */
const NEVER = /(?:^|\+)(?:Tab|Enter)$/;

export type EditorKeyProblem = { kind: 'reserved' } | { kind: 'taken'; by: EditorKeyAction };

/** Why an action cannot have these keys beside the others; null where it can. */
export function editorKeyProblem(
  action: EditorKeyAction,
  combination: KeyCombination,
  choices: EditorKeyChoices,
): EditorKeyProblem | null {
  const use = reservedFor(combination);
  const isOfTheApp = SHORTCUTS.some(
    ({ places, keys }) => places.some((place) => place === 'everywhere') && keys === combination,
  );
  if (NEVER.test(combination) || isOfTheApp || (use !== null && !TAKEN_BY_EDITORS.includes(use)))
    return { kind: 'reserved' };
  const by = ACTIONS.find((other) => other !== action && editorKeysFor(other, choices).includes(combination));
  return by ? { kind: 'taken', by } : null;
}
