import type { ReservedUse } from '../../../src-shared/domain/reservedKeys.ts';
import type { FIXED_KEYS, ShortcutId, ShortcutPlace } from '../../../src-shared/domain/shortcuts.ts';

/** What each shortcut does: also the help's table is written in these words. */
const names = {
  'palette.open': 'Go to a screen, or run an action',
  'live.toggle': 'Start or stop noise cancellation',
  'compare.hold': 'Hold to compare raw and clean',
  'edit.undo': 'Undo a change',
  'edit.redo': 'Redo a change',
  'studio.record': 'Start or stop recording',
  'studio.pause': 'Pause and resume',
  'studio.mark': 'Set a marker',
  'studio.keys': 'Show the keys',
  'broadcast.send': 'Send the preview to the program',
  'broadcast.mute': 'Mute or unmute the stream',
  'broadcast.mark': 'Set a marker',
  'settings.save': 'Save the changes',
  'help.search': 'Search the articles',
  'global.live': 'Start or stop noise cancellation',
  'global.mute': 'Mute or unmute the output',
  'global.record': 'Start or stop recording',
  'global.capture': 'Start or stop a screen capture',
} satisfies Record<ShortcutId, string>;

const places = {
  everywhere: 'Everywhere',
  dashboard: 'Home',
  enhancement: 'Enhancement',
  plugins: 'Plug-ins',
  studio: 'Recording Studio',
  broadcast: 'Live Broadcast',
  settings: 'Settings',
  help: 'Help & Support',
  system: 'In every app',
} satisfies Record<ShortcutPlace, string>;

type FixedId = (typeof FIXED_KEYS)[number]['id'];
const fixed = {
  'presets.move': { keys: 'Alt and an arrow', what: 'Move the preset in the list' },
  'scenes.choose': { keys: '1 to 9', what: 'Choose a scene' },
  'items.move': {
    keys: 'arrows, with Shift, with Alt',
    what: 'Move an item of a scene, in larger steps, resize it',
  },
  'items.order': { keys: 'Page Up, Page Down', what: 'Bring an item of a scene forward, or back' },
  'controls.change': { keys: 'arrows, Page Up, Home', what: 'Change the value of a slider or a curve' },
  'controls.reset': { keys: 'Backspace', what: 'Reset a slider' },
  close: { keys: 'Esc', what: 'Close a dialog or a menu' },
} satisfies Record<FixedId, { keys: string; what: string }>;

/** “Ctrl+T is taken: it …” */
const reserved = {
  newTab: 'opens a tab of the browser',
  newWindow: 'opens a window of the browser',
  closeTab: 'closes the tab',
  reopenTab: 'opens the closed tab again',
  switchTab: 'goes to another tab',
  quit: 'closes the program',
  reload: 'loads the page again',
  addressBar: 'goes to the address of the page',
  find: 'finds text in the page',
  print: 'prints the page',
  openFile: 'opens a file',
  history: 'shows the history of the browser',
  downloads: 'shows the downloads of the browser',
  bookmark: 'keeps or shows bookmarks',
  zoom: 'makes the page larger or smaller',
  developerTools: 'opens the tools of the browser',
  help: 'opens the help of the browser',
  caret: 'moves a cursor through the page',
  menu: 'opens a menu of the browser',
  fullScreen: 'fills the screen',
  clipboard: 'copies and pastes',
  selectAll: 'selects all',
  preferences: 'opens the preferences',
  minimize: 'puts the window away',
  switchWindow: 'goes to another window',
  windowMenu: 'opens the menu of the window',
  search: 'searches the computer',
  lock: 'locks the computer',
  desktop: 'belongs to the desktop',
  screenshot: 'takes a screenshot',
  moving: 'moves through the page, or closes or deletes what is in it',
} satisfies Record<ReservedUse, string>;

export const shortcuts = {
  title: 'Keyboard shortcuts',
  message: 'Choose Change, then press the keys. They work in every window after Save Changes.',
  globalTitle: 'While another app is in front',
  globalMessage: 'No other app gets these keys while SoundDesk runs.',
  none: 'None',
  change: 'Change',
  changeOf: 'Change the keys of “{{name}}” ({{place}})',
  press: 'Press the keys…',
  pressHint: 'Esc cancels, Backspace clears the keys.',
  reset: 'Default',
  resetOf: 'Default keys for “{{name}}” ({{place}})',
  resetAll: 'Reset all',
  set: '{{name}}: {{keys}}',
  refused: {
    taken: '{{keys}} is already used for “{{name}}” ({{place}}). Press other keys, or change that one first.',
    reserved: 'The browser or the system uses {{keys}}: it {{use}}. Press other keys.',
    needsModifier:
      '{{keys}} alone would be missing in every app. Add Ctrl, Alt or ⌘, or press a function key.',
    noKeys: 'That key types a character. Press other keys.',
  },
  names,
  places,
  fixed,
  reserved,
} as const;
