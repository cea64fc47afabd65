import { describe, expect, it } from 'vitest';
import type { RefusedShortcuts } from '../../../src-shared/contract/shortcuts.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { acceleratorOf, createGlobalShortcuts } from './index.ts';

/** The system's keys as far as a program sees them: who was first has them. */
function system(taken: readonly string[] = [], unknown: readonly string[] = []) {
  const ours = new Map<string, () => void>();
  return {
    ours,
    register(accelerator: string, run: () => void) {
      if (unknown.includes(accelerator)) throw new TypeError(`conversion failure from ${accelerator}`);
      if (taken.includes(accelerator) || ours.has(accelerator)) return false;
      ours.set(accelerator, run);
      return true;
    },
    unregister: (accelerator: string) => void ours.delete(accelerator),
  };
}

function open(keys: ReturnType<typeof system> | null) {
  const reported: RefusedShortcuts[] = [];
  const pressed: string[] = [];
  const log = createRecordingLog();
  const shortcuts = createGlobalShortcuts({
    keys,
    onRefusedChanged: (refused) => reported.push(refused),
    log,
  });
  shortcuts.onPressed((id) => pressed.push(id));
  const context = { signal: new AbortController().signal };
  return {
    shortcuts,
    reported,
    pressed,
    log,
    refused: async () => await shortcuts.handlers['shortcuts.readRefused'](undefined, context),
  };
}

describe('shortcuts for the whole system', () => {
  it('are none until somebody chooses one', () => {
    const keys = system();
    open(keys).shortcuts.follow({});
    expect([...keys.ours]).toEqual([]);
  });

  it('are registered, run what they name, and are given back', () => {
    const keys = system();
    const { shortcuts, pressed } = open(keys);
    shortcuts.follow({ 'global.live': 'Mod+Shift+F9', 'global.record': 'F9', 'live.toggle': 'X' });
    expect([...keys.ours.keys()]).toEqual(['CommandOrControl+Shift+F9', 'F9']);
    keys.ours.get('CommandOrControl+Shift+F9')?.();
    keys.ours.get('F9')?.();
    expect(pressed).toEqual(['global.live', 'global.record']);
    shortcuts.close();
    expect(keys.ours.size).toBe(0);
  });

  it('can change keys with one another', () => {
    const keys = system();
    const { shortcuts, pressed, reported } = open(keys);
    shortcuts.follow({ 'global.live': 'F8', 'global.mute': 'F9' });
    shortcuts.follow({ 'global.live': 'F9', 'global.mute': 'F8' });
    keys.ours.get('F9')?.();
    keys.ours.get('F8')?.();
    expect(pressed).toEqual(['global.live', 'global.mute']);
    expect(reported).toEqual([]);
  });

  it('report what another program has, and when it is free again', async () => {
    const { shortcuts, reported, refused } = open(system(['F8']));
    shortcuts.follow({ 'global.live': 'F8' });
    const reason = 'Another program has these keys. Choose others, or free them there.';
    expect(await refused()).toEqual([{ id: 'global.live', keys: 'F8', reason }]);
    shortcuts.follow({ 'global.live': 'F9' });
    expect(await refused()).toEqual([]);
    expect(reported).toHaveLength(2);
  });

  it('report what the system does not know as keys, and log it', async () => {
    const { shortcuts, refused, log } = open(system([], ['Alt+~']));
    shortcuts.follow({ 'global.mute': 'Alt+~', 'global.live': 'F8' });
    const reason = 'The system does not take these keys. Choose others.';
    expect(await refused()).toEqual([{ id: 'global.mute', keys: 'Alt+~', reason }]);
    expect(log.entries).toHaveLength(1);
  });

  it('are tried again with every change of the settings', async () => {
    const taken = ['F8'];
    const { shortcuts, refused } = open(system(taken));
    shortcuts.follow({ 'global.live': 'F8' });
    taken.pop();
    shortcuts.follow({ 'global.live': 'F8' });
    expect(await refused()).toEqual([]);
  });

  it('do nothing where there is no such thing', async () => {
    const { shortcuts, refused } = open(null);
    shortcuts.follow({ 'global.live': 'F8' });
    expect(await refused()).toEqual([]);
    shortcuts.close();
  });

  it.each([
    ['Mod+Shift+A', 'CommandOrControl+Shift+A'],
    ['Mod+Alt+Plus', 'CommandOrControl+Alt+Plus'],
    ['Meta+Space', 'Super+Space'],
    ['MediaTrackNext', 'MediaNextTrack'],
  ])('are written for the system: %s', (combination, accelerator) => {
    expect(acceleratorOf(combination)).toBe(accelerator);
  });
});
