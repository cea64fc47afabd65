import type { EditorActionId } from './useActions.ts';

/** As `KeyboardEvent.key` has it, letters small; `Mod` is Ctrl, and Command on a Mac. */
export interface EditorKey {
  action: EditorActionId | 'keys';
  keys: readonly string[];
}

/** All keys of the editor: what they do, the list of them and the tests read this table. */
export const EDITOR_KEYS: readonly EditorKey[] = [
  { action: 'play', keys: [' '] },
  { action: 'shuttleBack', keys: ['j'] },
  { action: 'stop', keys: ['k'] },
  { action: 'shuttleForward', keys: ['l'] },
  { action: 'back', keys: ['ArrowLeft'] },
  { action: 'forward', keys: ['ArrowRight'] },
  { action: 'backSecond', keys: ['Shift+ArrowLeft'] },
  { action: 'forwardSecond', keys: ['Shift+ArrowRight'] },
  { action: 'toStart', keys: ['Home'] },
  { action: 'toEnd', keys: ['End'] },
  { action: 'select', keys: ['v'] },
  { action: 'razor', keys: ['c'] },
  { action: 'split', keys: ['s'] },
  { action: 'duplicate', keys: ['Mod+d'] },
  { action: 'remove', keys: ['Delete', 'Backspace'] },
  { action: 'ripple', keys: ['Shift+Delete', 'Shift+Backspace'] },
  { action: 'copy', keys: ['Mod+c'] },
  { action: 'paste', keys: ['Mod+v'] },
  { action: 'selectAll', keys: ['Mod+a'] },
  { action: 'clear', keys: ['Escape'] },
  { action: 'marker', keys: ['m'] },
  { action: 'inPoint', keys: ['i'] },
  { action: 'outPoint', keys: ['o'] },
  { action: 'nudgeBack', keys: ['Alt+ArrowLeft'] },
  { action: 'nudgeForward', keys: ['Alt+ArrowRight'] },
  { action: 'zoomIn', keys: ['+', '='] },
  { action: 'zoomOut', keys: ['-'] },
  { action: 'showAll', keys: ['0'] },
  { action: 'snap', keys: ['n'] },
  { action: 'loop', keys: ['Shift+l'] },
  { action: 'undo', keys: ['Mod+z'] },
  { action: 'redo', keys: ['Mod+Shift+z', 'Mod+y'] },
  { action: 'keys', keys: ['?'] },
];

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** What a pressed key does; null: nothing. */
export function actionOf(event: PressedKey): EditorKey['action'] | null {
  const pressed = combinationsOf(event);
  return EDITOR_KEYS.find(({ keys }) => keys.some((key) => pressed.includes(key)))?.action ?? null;
}

function combinationsOf({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): string[] {
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const name = isLetter ? key.toLowerCase() : key;
  const held = `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}`;
  // Of `+` and `?` Shift is a part, not a modifier.
  const isTyped = key.length === 1 && !isLetter;
  return [`${held}${shiftKey && !isTyped ? 'Shift+' : ''}${name}`];
}

const WORDS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  Mod: 'Ctrl',
};

/** A combination as it is written on keys. */
export const keyText = (combination: string, isMac: boolean): string =>
  combination === '+'
    ? '+'
    : combination
        .split('+')
        .map((part) =>
          part === 'Mod' && isMac ? '⌘' : (WORDS[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
        )
        .join(' + ');

const OWN_KEYS =
  'input,textarea,select,[contenteditable],[role=slider],[role=listbox],[role=menu],[role=combobox],[role=dialog],[role=alertdialog],[role=tab],[role=radio]';

/** Where keys mean something else: fields take letters, sliders arrows, and Space presses a button that has the focus. */
export function isOwnKey(event: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS)) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button,a') !== null;
}
