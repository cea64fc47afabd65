import type { RefusedShortcuts, shortcutsContract } from '../../../src-shared/contract/shortcuts.ts';
import { parseCombination, type KeyCombination } from '../../../src-shared/domain/keyCombination.ts';
import {
  SHORTCUTS,
  shortcutKeysOf,
  type GlobalShortcutId,
  type ShortcutChoices,
} from '../../../src-shared/domain/shortcuts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { GlobalKeys, Log } from '../ports.ts';

export interface GlobalShortcutOptions {
  /** null where this host hears no key while another program is in front. */
  keys: GlobalKeys | null;
  onRefusedChanged: (refused: RefusedShortcuts) => void;
  log: Log;
}

export interface GlobalShortcuts {
  handlers: Handlers<typeof shortcutsContract>;
  /** Has the system give us what these choices say, and nothing else. */
  follow(choices: ShortcutChoices): void;
  /** Hears which one was pressed. */
  onPressed(listener: (id: GlobalShortcutId) => void): void;
  /** Gives everything back. */
  close(): void;
}

/** The shortcuts that hold in the whole system: what is wanted, what the system gave, and what it refused. */
export function createGlobalShortcuts({
  keys,
  onRefusedChanged,
  log,
}: GlobalShortcutOptions): GlobalShortcuts {
  const held = new Map<GlobalShortcutId, KeyCombination>();
  const listeners = new Set<(id: GlobalShortcutId) => void>();
  let refused: RefusedShortcuts = [];

  /** Why the system did not; null where it did. */
  function take(system: GlobalKeys, id: GlobalShortcutId, combination: KeyCombination): string | null {
    try {
      const isGiven = system.register(acceleratorOf(combination), () =>
        listeners.forEach((listener) => listener(id)),
      );
      if (isGiven) held.set(id, combination);
      return isGiven ? null : 'Another program has these keys. Choose others, or free them there.';
    } catch (error) {
      log.error('a shortcut for the whole system could not be registered', error, { id, combination });
      return 'The system does not take these keys. Choose others.';
    }
  }

  function follow(choices: ShortcutChoices): void {
    if (!keys) return;
    const wanted = wantedOf(choices);
    // First what is given back: its keys may be another one's now.
    for (const [id, combination] of [...held]) {
      if (wanted.get(id) === combination) continue;
      keys.unregister(acceleratorOf(combination));
      held.delete(id);
    }
    const now: RefusedShortcuts = [];
    for (const [id, combination] of wanted) {
      const reason = held.has(id) ? null : take(keys, id, combination);
      if (reason !== null) now.push({ id, keys: combination, reason });
    }
    if (JSON.stringify(now) === JSON.stringify(refused)) return;
    refused = now;
    onRefusedChanged(refused);
  }

  return {
    handlers: { 'shortcuts.readRefused': () => refused },
    follow,
    onPressed: (listener) => void listeners.add(listener),
    close() {
      for (const combination of held.values()) keys?.unregister(acceleratorOf(combination));
      held.clear();
    },
  };
}

function wantedOf(choices: ShortcutChoices): Map<GlobalShortcutId, KeyCombination> {
  const all = shortcutKeysOf(choices);
  const wanted = new Map<GlobalShortcutId, KeyCombination>();
  for (const { id, places } of SHORTCUTS) {
    const combination = all[id];
    if (places[0] === 'system' && combination !== null) wanted.set(id as GlobalShortcutId, combination);
  }
  return wanted;
}

const ACCELERATOR_NAMES: Record<string, string> = {
  Mod: 'CommandOrControl',
  Ctrl: 'Control',
  Meta: 'Super',
  MediaTrackNext: 'MediaNextTrack',
  MediaTrackPrevious: 'MediaPreviousTrack',
};

/** As Electron writes it. */
export function acceleratorOf(combination: KeyCombination): string {
  const parsed = parseCombination(combination);
  const parts = parsed ? [...parsed.modifiers, parsed.key] : [combination];
  return parts.map((part) => ACCELERATOR_NAMES[part] ?? part).join('+');
}
