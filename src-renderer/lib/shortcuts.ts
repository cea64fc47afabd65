import { createContext, useContext, useRef } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import {
  ariaCombination,
  combinationOf,
  combinationText,
  isCommandCombination,
  type KeyCombination,
} from '../../src-shared/domain/keyCombination.ts';
import { combinationsFor, shortcutKeysOf, type ShortcutId } from '../../src-shared/domain/shortcuts.ts';

/** Whether keys are written as on a Mac. */
export function isMac(): boolean {
  return navigator.userAgent.includes('Mac OS');
}

/** The keys that hold now, as the settings have them. */
export const ShortcutKeysContext = createContext(shortcutKeysOf({}));

/** The keys of a shortcut, in words and for `aria-keyshortcuts`; none where the user wants none. */
export function useShortcutText(id: ShortcutId): { text: string | undefined; aria: string | undefined } {
  const combinations = combinationsFor(id, useContext(ShortcutKeysContext));
  const [first] = combinations;
  return {
    text: first === undefined ? undefined : combinationText(first, isMac()),
    aria: combinations.map((keys) => ariaCombination(keys, isMac())).join(' ') || undefined,
  };
}

/** Says whether a pressed key is this shortcut's. */
export function useShortcutMatch(id: ShortcutId): (event: KeyboardEvent) => boolean {
  const combinations = combinationsFor(id, useContext(ShortcutKeysContext));
  return (event) => {
    const pressed = combinationOf(event, isMac());
    return pressed !== null && combinations.includes(pressed);
  };
}

/** Fields for text keep the keys that type; what takes no letters is named, where a screen's keys hold there too. */
type TagsWithoutText = readonly ('slider' | 'radio' | 'menuitem' | 'option')[];

interface ShortcutOptions {
  isEnabled?: boolean;
  /** Also where one writes, as long as its keys type nothing. */
  inFields?: boolean;
  alsoOn?: TagsWithoutText;
  /** Holding the keys does it again and again. */
  repeats?: boolean;
  ignoreWhen?: (event: KeyboardEvent) => boolean;
  /** Runs when the key is let go. */
  onRelease?: () => void;
}

/** Runs `run` when the keys of this shortcut are pressed on a screen that is shown. */
export function useShortcut(id: ShortcutId, run: () => void, options: ShortcutOptions = {}): void {
  const { isEnabled = true, inFields = false, alsoOn = [], repeats = false, ignoreWhen, onRelease } = options;
  const combinations = combinationsFor(id, useContext(ShortcutKeysContext));
  const isInFields = inFields && combinations.every(isCommandCombination);
  const enableOnFormTags = isInFields || [...alsoOn];
  const heldCode = useRef<string | null>(null);
  const press = (event: KeyboardEvent) => {
    heldCode.current = event.code;
    run();
  };
  // The listener hears all keys and these rules choose: a key means what it types, wherever it lies.
  useHotkeys('*', press, {
    enabled: isEnabled && combinations.length > 0,
    enableOnFormTags,
    preventDefault: true,
    ignoreEventWhen: (event) =>
      event.defaultPrevented ||
      (event.repeat && !repeats) ||
      !isPressed(event, combinations) ||
      (ignoreWhen?.(event) ?? false),
  });
  useHotkeys('*', () => onRelease?.(), {
    enabled: onRelease !== undefined,
    keyup: true,
    keydown: false,
    enableOnFormTags: true,
    // Of a combination the modifiers may be let go first.
    ignoreEventWhen: (event) => event.code !== heldCode.current,
  });
}

function isPressed(event: KeyboardEvent, combinations: readonly KeyCombination[]): boolean {
  const pressed = combinationOf(event, isMac());
  return pressed !== null && combinations.includes(pressed);
}
