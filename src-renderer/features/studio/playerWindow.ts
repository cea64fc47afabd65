import type { TakeSpan } from '../../media/takePlayer.ts';

/** Points of a waveform are a hundredth of a second apart. */
const LEAST_SHOWN_SEC = 1;

/** Which part of a recording the waveforms show. */
export interface PlayerWindow {
  subscribe: (listener: () => void) => () => void;
  read: () => TakeSpan;
  show: (span: TakeSpan) => void;
  /** By a factor above 1 less is shown; `atSec` stays where it is. */
  zoom: (factor: number, atSec: number) => void;
  pan: (bySec: number) => void;
  showAll: () => void;
  /** Turns a page where this moment is not shown. */
  follow: (atSec: number) => void;
}

export function createPlayerWindow(durationSec: number): PlayerWindow {
  const listeners = new Set<() => void>();
  let shown: TakeSpan = { fromSec: 0, toSec: durationSec };
  const show = ({ fromSec, toSec }: TakeSpan) => {
    const length = Math.min(durationSec, Math.max(Math.min(LEAST_SHOWN_SEC, durationSec), toSec - fromSec));
    const from = Math.min(durationSec - length, Math.max(0, fromSec));
    if (from === shown.fromSec && from + length === shown.toSec) return;
    shown = { fromSec: from, toSec: from + length };
    listeners.forEach((listener) => listener());
  };
  const length = () => shown.toSec - shown.fromSec;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => shown,
    show,
    zoom(factor, atSec) {
      const next = Math.min(durationSec, Math.max(Math.min(LEAST_SHOWN_SEC, durationSec), length() / factor));
      const part = length() > 0 ? (atSec - shown.fromSec) / length() : 0;
      const fromSec = atSec - part * next;
      show({ fromSec, toSec: fromSec + next });
    },
    pan: (bySec) => show({ fromSec: shown.fromSec + bySec, toSec: shown.toSec + bySec }),
    showAll: () => show({ fromSec: 0, toSec: durationSec }),
    follow(atSec) {
      if (atSec >= shown.fromSec && atSec <= shown.toSec) return;
      show({ fromSec: atSec, toSec: atSec + length() });
    },
  };
}
