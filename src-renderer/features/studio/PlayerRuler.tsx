import { MapPin } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Painting } from '../../lib/canvasPainter.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import type { TakePlayer } from '../../media/takePlayer.ts';
import type { PlayerMarks } from './PlayerMarkers.tsx';
import { paintRuler } from './playerRuler.ts';
import type { PlayerWindow } from './playerWindow.ts';

interface PlayerRulerProps {
  player: TakePlayer;
  window: PlayerWindow;
  marks: PlayerMarks;
}

/** Times of what is shown; a click or drag goes there. Markers stand on it and are moved along it. */
export function PlayerRuler({ player, window, marks }: PlayerRulerProps) {
  const createPainting = useCallback(
    (): Painting => ({
      advance: () => ({ isChanged: true, isMoving: false }),
      draw: (brush) => paintRuler(brush, window.read()),
    }),
    [window],
  );
  const canvasRef = useCanvasPainter(window, createPainting);
  const scrub = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (event.buttons !== 1) return;
    player.seek(momentAt(event.clientX, event.currentTarget, window));
  };
  return (
    <div className="relative ml-[8.5rem] max-sm:ml-0">
      <canvas
        ref={canvasRef}
        aria-hidden="true"
        onPointerDown={scrub}
        onPointerMove={scrub}
        className="block h-9 w-full cursor-pointer touch-pan-y"
      />
      {marks.markers.map((_, index) => (
        <MarkerFlag key={index} {...{ player, window, marks, index }} />
      ))}
    </div>
  );
}

function momentAt(clientX: number, on: HTMLElement, window: PlayerWindow): number {
  const { left, width } = on.getBoundingClientRect();
  const { fromSec, toSec } = window.read();
  return fromSec + (Math.min(width, Math.max(0, clientX - left)) / width) * (toSec - fromSec);
}

/** A pointer that moves less is a click. */
const LEAST_DRAG_PX = 3;
const STEP_SEC = 0.1;

interface MarkerFlagProps extends PlayerRulerProps {
  index: number;
}

/** One marker: a click goes there, a drag or Alt and the arrows move it, Escape takes a drag back. */
function MarkerFlag({ player, window, marks, index }: MarkerFlagProps) {
  const { t } = useTranslation('studio');
  const shown = useSyncExternalStore(window.subscribe, window.read);
  const [pressedX, setPressedX] = useState<number | null>(null);
  const marker = marks.markers[index];
  if (!marker || marker.atSec < shown.fromSec || marker.atSec > shown.toSec) return null;
  const name = marker.label === '' ? t('recordings.player.unnamed', { number: index + 1 }) : marker.label;
  const letGo = () => {
    setPressedX(null);
    marks.drag(null);
  };
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    const track = event.currentTarget.parentElement;
    if (pressedX === null || !track) return;
    const isDragged = marks.dragged !== null || Math.abs(event.clientX - pressedX) >= LEAST_DRAG_PX;
    if (isDragged) marks.drag({ index, atSec: momentAt(event.clientX, track, window) });
  };
  const drop = () => {
    const { dragged } = marks;
    letGo();
    if (pressedX === null) return;
    if (dragged) marks.moveTo(index, dragged.atSec);
    else player.seek(marker.atSec);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = { ArrowLeft: -STEP_SEC, ArrowRight: STEP_SEC }[event.key];
    if (event.key === 'Escape' && pressedX !== null) letGo();
    else if (by !== undefined && event.altKey) marks.moveTo(index, marker.atSec + by);
    else if (event.key === 'Enter') player.seek(marker.atSec);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      aria-label={t('recordings.player.flag', { label: name, time: formatRecordedTime(marker.atSec) })}
      title={t('recordings.player.flagHint')}
      style={{ left: `${((marker.atSec - shown.fromSec) / (shown.toSec - shown.fromSec)) * 100}%` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPressedX(event.clientX);
      }}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={letGo}
      onKeyDown={onKeyDown}
      className="absolute bottom-0 grid size-6 -translate-x-1/2 cursor-ew-resize touch-none place-items-center rounded text-amb-text hover:bg-raise"
    >
      <MapPin aria-hidden="true" className="size-4" />
    </button>
  );
}
