import type { KeyboardEvent } from 'react';
import type { TakePlayer } from '../../media/takePlayer.ts';

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

/** Whether a key, pressed anywhere in the player, moved it. On a button the space bar presses that. */
export function moveByKey(player: TakePlayer, event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.key === ' ') {
    if (event.target instanceof HTMLButtonElement || event.repeat) return false;
    if (player.read().isPlaying) player.pause();
    else player.play();
    return true;
  }
  const stepSec = STEPS_SEC[event.key];
  if (stepSec === undefined) return false;
  player.seek(player.positionSec() + stepSec);
  return true;
}
