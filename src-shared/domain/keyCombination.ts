/**
 * A key combination as it is kept: the modifiers in the order of `MODIFIERS`, then the key, joined by "+", e.g.
 * `Mod+Shift+Z`, `N`, `?`, `Mod+Plus`. `Mod` is the key of commands: ⌘ on a Mac, Ctrl elsewhere.
 */
export type KeyCombination = string;

export const MODIFIERS = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

/** What of a keyboard event says which combination it is. */
export interface PressedKeys {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  getModifierState?: (modifier: string) => boolean;
}

const NAMED_KEYS =
  /^(?:F\d{1,2}|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Insert|Delete|Backspace|Enter|Tab|Escape|Media(?:PlayPause|Stop|TrackNext|TrackPrevious))$/;
const SIGNS: Record<string, string> = { ' ': 'Space', '+': 'Plus' };

/** The combination that is pressed; null for a modifier alone and for keys that only type (AltGr, dead keys). */
export function combinationOf(event: PressedKeys, isMac: boolean): KeyCombination | null {
  // AltGr is Ctrl and Alt together on Windows: it types a character there.
  if (event.getModifierState?.('AltGraph')) return null;
  const key = keyOf(event);
  if (key === null) return null;
  // The sign on the key already includes Shift: "?" is "?" on every keyboard.
  const isSign = key === 'Plus' || (key.length === 1 && !/[A-Z]/.test(key));
  const held: Record<Modifier, boolean> = {
    Mod: isMac ? event.metaKey : event.ctrlKey,
    Ctrl: isMac && event.ctrlKey,
    Meta: !isMac && event.metaKey,
    Alt: event.altKey,
    Shift: event.shiftKey && !isSign,
  };
  return [...MODIFIERS.filter((modifier) => held[modifier]), key].join('+');
}

/** By what the key types, so that it is the letter that one reads; by its place where it types no Latin one. */
function keyOf({ key, code }: PressedKeys): string | null {
  if (NAMED_KEYS.test(key)) return key;
  if (SIGNS[key]) return SIGNS[key];
  if (/^[\u0021-\u007e]$/.test(key)) return key.toUpperCase();
  if (key.length > 1 && key !== 'Dead') return null;
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).find(Boolean) ?? null;
}

/** The parts of a combination; null where it is none. */
export function parseCombination(text: string): { modifiers: Modifier[]; key: string } | null {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const isKey = NAMED_KEYS.test(key) || key === 'Space' || key === 'Plus' || /^[\u0021-\u007e]$/.test(key);
  const modifiers = MODIFIERS.filter((modifier) => parts.includes(modifier));
  if (!isKey || key === '+' || key !== upper(key) || modifiers.join('+') !== parts.join('+')) return null;
  return { modifiers, key };
}

const upper = (key: string) => (key.length === 1 ? key.toUpperCase() : key);

/** Whether it types nothing: it can be taken also where one writes, and by the whole system. */
export function isCommandCombination(combination: KeyCombination): boolean {
  const parsed = parseCombination(combination);
  if (!parsed) return false;
  return parsed.modifiers.some((modifier) => modifier !== 'Shift') || /^(?:F\d|Media)/.test(parsed.key);
}

const MAC_MODIFIERS: Record<Modifier, string> = { Mod: '⌘', Ctrl: '⌃', Meta: '⌘', Alt: '⌥', Shift: '⇧' };
const OTHER_MODIFIERS: Record<Modifier, string> = {
  Mod: 'Ctrl',
  Ctrl: 'Ctrl',
  Meta: 'Win',
  Alt: 'Alt',
  Shift: 'Shift',
};
const KEY_TEXTS: Record<string, string> = {
  Plus: '+',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

/** As it is written on this system: `Ctrl+Shift+Z`, `⇧⌘Z`. */
export function combinationText(combination: KeyCombination, isMac: boolean): string {
  const parsed = parseCombination(combination);
  if (!parsed) return combination;
  const key = KEY_TEXTS[parsed.key] ?? parsed.key;
  if (!isMac) return [...parsed.modifiers.map((modifier) => OTHER_MODIFIERS[modifier]), key].join('+');
  const order: Modifier[] = ['Ctrl', 'Alt', 'Shift', 'Mod'];
  return [
    ...order.filter((m) => parsed.modifiers.includes(m)).map((m) => MAC_MODIFIERS[m]),
    key.length > 1 && parsed.modifiers.length > 0 ? ` ${key}` : key,
  ].join('');
}

/** As `aria-keyshortcuts` writes it. */
export function ariaCombination(combination: KeyCombination, isMac: boolean): string {
  const parsed = parseCombination(combination);
  if (!parsed) return combination;
  const names: Partial<Record<Modifier, string>> = { Mod: isMac ? 'Meta' : 'Control', Ctrl: 'Control' };
  return [...parsed.modifiers.map((modifier) => names[modifier] ?? modifier), parsed.key].join('+');
}
