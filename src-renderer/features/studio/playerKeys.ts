import type { KeyboardEvent } from 'react';
import type { PlayerWindow } from './playerWindow.ts';
import type { TakePlayer } from '../../media/takePlayer.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

const STEPS_SEC: Record<string, number | undefined> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

export interface Played {
  player: TakePlayer;
  window: PlayerWindow;
  addMarker: () => void;
}

/** Whether a key, pressed anywhere in the player, did something. On a button the space bar presses that. */
export function playByKey(played: Played, event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (!isOwn(event)) return false;
  const { player } = played;
  if (event.key === ' ') {
    if (event.target instanceof HTMLButtonElement || event.repeat) return false;
    if (player.read().isPlaying) player.pause();
    else player.play();
    return true;
  }
  const stepSec = STEPS_SEC[event.key];
  if (stepSec !== undefined) {
    const fromSec = player.positionSec();
    const toSec = Math.min(player.durationSec, Math.max(0, fromSec + stepSec));
    if (event.shiftKey) extendSelection(player, fromSec, toSec);
    player.seek(toSec);
    played.window.follow(toSec);
    return true;
  }
  const act = KEYS[event.key.toLowerCase()];
  act?.(played);
  return act !== undefined;
}

/** Menus and dialogs of the player lie elsewhere in the page, and what opens them has keys of its own. */
function isOwn({ currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  return (
    target instanceof HTMLElement &&
    currentTarget.contains(target) &&
    !(target instanceof HTMLInputElement) &&
    !target.hasAttribute('aria-haspopup') &&
    target.role !== 'combobox'
  );
}

const KEYS: Record<string, ((played: Played) => void) | undefined> = {
  i: ({ player }) => setEdge(player, 'fromSec'),
  o: ({ player }) => setEdge(player, 'toSec'),
  l: ({ player }) => player.setLooping(!player.read().isLooping),
  m: ({ addMarker }) => addMarker(),
  x: ({ player }) => player.select(null),
  '+': ({ player, window }) => window.zoom(1.5, player.positionSec()),
  '=': ({ player, window }) => window.zoom(1.5, player.positionSec()),
  '-': ({ player, window }) => window.zoom(1 / 1.5, player.positionSec()),
  '0': ({ window }) => window.showAll(),
  '<': ({ player }) => stepSpeed(player, -1),
  '>': ({ player }) => stepSpeed(player, 1),
};

/** The in or the out point, at the playhead; the other one is the recording's edge where it does not fit. */
function setEdge(player: TakePlayer, edge: 'fromSec' | 'toSec'): void {
  const atSec = player.positionSec();
  const { selection } = player.read();
  const whole = { fromSec: 0, toSec: player.durationSec };
  const span = { ...(selection ?? whole), [edge]: atSec };
  player.select(span.fromSec < span.toSec ? span : { ...whole, [edge]: atSec });
}

/** As text is selected: the edge that the playhead was at moves with it. */
function extendSelection(player: TakePlayer, fromSec: number, toSec: number): void {
  const { selection } = player.read();
  const near = (edgeSec: number) => Math.abs(edgeSec - fromSec) < 0.01;
  const anchorSec = !selection
    ? fromSec
    : near(selection.toSec)
      ? selection.fromSec
      : near(selection.fromSec)
        ? selection.toSec
        : fromSec;
  player.select({ fromSec: anchorSec, toSec });
}

function stepSpeed(player: TakePlayer, by: 1 | -1): void {
  const at = SPEEDS.findIndex((speed) => speed === player.read().speed);
  const next = SPEEDS[at + by];
  if (next !== undefined) player.setSpeed(next);
}
