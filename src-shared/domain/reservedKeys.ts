import { parseCombination, type KeyCombination } from './keyCombination.ts';

/**
 * What browsers and systems do with keys of their own. A page never hears some of these, others it would take from the
 * user; a choice travels with an exported file, so the keys of all systems are left alone on each.
 */
const RESERVED = {
  newTab: ['Mod+T'],
  newWindow: ['Mod+N', 'Mod+Shift+N', 'Mod+Shift+P'],
  closeTab: ['Mod+W', 'Mod+Shift+W', 'Mod+F4'],
  reopenTab: ['Mod+Shift+T'],
  switchTab: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].flatMap((digit) => [
    `Mod+${digit}`,
    `Alt+${digit}`,
  ]),
  quit: ['Mod+Q', 'Mod+Shift+Q', 'Alt+F4'],
  reload: ['Mod+R', 'Mod+Shift+R', 'F5', 'Mod+F5', 'Shift+F5'],
  addressBar: ['Mod+L', 'Alt+D', 'F6', 'Mod+E'],
  find: ['Mod+F', 'Mod+G', 'Mod+Shift+G', 'F3', 'Shift+F3'],
  print: ['Mod+P'],
  openFile: ['Mod+O'],
  history: ['Mod+H', 'Mod+Shift+Delete'],
  downloads: ['Mod+J'],
  bookmark: ['Mod+D', 'Mod+Shift+D', 'Mod+Shift+B', 'Mod+Shift+O'],
  zoom: ['Mod+Plus', 'Mod+-', 'Mod+0', 'Mod+='],
  developerTools: ['F12', 'Mod+Shift+I', 'Mod+Shift+J', 'Mod+Shift+C', 'Mod+U', 'Mod+Shift+K'],
  help: ['F1', 'Shift+F1'],
  caret: ['F7'],
  menu: ['F10', 'Shift+F10', 'Alt+F', 'Alt+E'],
  fullScreen: ['F11', 'Mod+Ctrl+F'],
  clipboard: ['Mod+C', 'Mod+X', 'Mod+V', 'Mod+Shift+V', 'Mod+Insert', 'Shift+Insert'],
  selectAll: ['Mod+A'],
  preferences: ['Mod+,'],
  minimize: ['Mod+M', 'Mod+Alt+H'],
  switchWindow: ['Mod+`', 'Mod+~'],
  windowMenu: ['Alt+Space'],
  search: ['Mod+Space', 'Meta+S', 'Meta+Space'],
  lock: ['Meta+L', 'Mod+Ctrl+Q'],
  desktop: ['Meta+D', 'Meta+E', 'Meta+R', 'Meta+X', 'Meta+I'],
  screenshot: ['Mod+Shift+3', 'Mod+Shift+4', 'Mod+Shift+5', 'Meta+Shift+S', 'Mod+#', 'Mod+$', 'Mod+%'],
} as const satisfies Record<string, readonly KeyCombination[]>;

/** Keys by which one goes through every page: with any modifier. */
const MOVING = /^(?:Tab|Enter|Escape|Backspace|Delete|Insert|Home|End|Page(?:Up|Down)|Arrow\w+)$/;

export type ReservedUse = keyof typeof RESERVED | 'moving';

const USES = new Map<KeyCombination, ReservedUse>(
  Object.entries(RESERVED).flatMap(([use, combinations]) =>
    combinations.map((combination) => [combination, use as ReservedUse] as const),
  ),
);

/** What a browser or a system does with these keys; null where they are free. */
export function reservedFor(combination: KeyCombination): ReservedUse | null {
  const known = USES.get(combination);
  if (known) return known;
  return MOVING.test(parseCombination(combination)?.key ?? '') ? 'moving' : null;
}
