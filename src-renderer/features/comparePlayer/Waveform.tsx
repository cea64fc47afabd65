import { useCallback, useEffect, useRef, type PointerEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import type { Brush, Painting } from '../../lib/canvasPainter.ts';
import { classNames } from '../../lib/classNames.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import type { ComparePlayer } from '../../media/comparePlayer.ts';

interface WaveformProps {
  label: string;
  /** Peaks over the whole length, linear 0-1. `after` where there is none yet: one lane. */
  before: readonly number[];
  after: readonly number[] | null;
  durationSec: number;
  /** Plays what is drawn; without one it is a graph. */
  player: ComparePlayer | null;
  className?: string;
}

const PITCH_PX = 3;
const BAR_PX = 2;
/** Levels below are a line: the graph shows what is heard. */
const FLOOR_DB = -54;
const ARROW_SEC = 1;
const PAGE_SEC = 10;

/** Two sounds above each other with the place that plays; a click or the arrow keys go to another. */
export function Waveform({ label, before, after, durationSec, player, className }: WaveformProps) {
  const { t } = useTranslation('comparePlayer');
  const boxRef = useRef<HTMLDivElement>(null);
  const createPainting = useCallback(
    (): Painting => createWaveformPainting({ before, after, durationSec, player }),
    [before, after, durationSec, player],
  );
  const canvasRef = useCanvasPainter(player, createPainting);
  useSpokenPosition(boxRef, player);

  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    if (!player || (event.type === 'pointermove' && event.buttons !== 1)) return;
    const box = event.currentTarget.getBoundingClientRect();
    player.seek(((event.clientX - box.left) / box.width) * durationSec);
  };
  if (!player) {
    return (
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={label}
        className={classNames('block w-full', className)}
      />
    );
  }
  const keys: Record<string, number | undefined> = {
    ArrowRight: ARROW_SEC,
    ArrowUp: ARROW_SEC,
    ArrowLeft: -ARROW_SEC,
    ArrowDown: -ARROW_SEC,
    PageUp: PAGE_SEC,
    PageDown: -PAGE_SEC,
    Home: -Infinity,
    End: Infinity,
  };
  return (
    <div
      ref={boxRef}
      role="slider"
      tabIndex={0}
      aria-label={t('position', { sound: label })}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSec)}
      aria-valuenow={0}
      onPointerDown={goTo}
      onPointerMove={goTo}
      onKeyDown={(event) => {
        const step = keys[event.key];
        if (step === undefined) return;
        event.preventDefault();
        player.seek(player.positionSec() + step);
      }}
      className={classNames('cursor-pointer touch-pan-y rounded-lg', className)}
    >
      <canvas ref={canvasRef} className="block size-full" />
    </div>
  );
}

/** The position for screen readers, written past React: it changes all the time. */
function useSpokenPosition(
  boxRef: { readonly current: HTMLElement | null },
  player: ComparePlayer | null,
): void {
  useEffect(() => {
    if (!player) return;
    const write = () => {
      const sec = player.positionSec();
      boxRef.current?.setAttribute('aria-valuenow', String(Math.round(sec)));
      boxRef.current?.setAttribute('aria-valuetext', formatTimer(sec));
    };
    write();
    const unsubscribe = player.subscribe(write);
    const timer = setInterval(() => player.read().isPlaying && write(), 1000);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [boxRef, player]);
}

type Graph = Pick<WaveformProps, 'before' | 'after' | 'durationSec' | 'player'>;

function createWaveformPainting({ before, after, durationSec, player }: Graph): Painting {
  return {
    advance: () => ({ isChanged: true, isMoving: player?.read().isPlaying ?? false }),
    draw(brush) {
      const side = player?.read().side ?? null;
      const part = player && durationSec > 0 ? player.positionSec() / durationSec : 0;
      const lanes = after ? [before, after] : [before];
      const laneHeight = brush.heightPx / lanes.length;
      lanes.forEach((peaks, lane) => {
        const isBefore = lane === 0;
        const isHeard = side === null || side === 'removed' || (side === 'before') === isBefore;
        drawLane(brush, peaks, lane * laneHeight, laneHeight, {
          token: isBefore ? 't3' : 'accent',
          alpha: isHeard ? 1 : 0.45,
          playedPart: player ? part : 0,
        });
      });
      if (player) drawPlayhead(brush, part);
    },
  };
}

function drawLane(
  { context, widthPx, colour }: Brush,
  peaks: readonly number[],
  topPx: number,
  heightPx: number,
  { token, alpha, playedPart }: { token: string; alpha: number; playedPart: number },
): void {
  const bars = Math.floor(widthPx / PITCH_PX);
  const middle = topPx + heightPx / 2;
  context.fillStyle = colour(token);
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    let peak = 0;
    for (let index = from; index < to; index += 1) peak = Math.max(peak, peaks[index] ?? 0);
    const barPx = Math.max(1, loudnessOf(peak) * (heightPx - 6));
    context.globalAlpha = alpha * (bar / bars < playedPart ? 1 : 0.72);
    context.fillRect(bar * PITCH_PX, middle - barPx / 2, BAR_PX, barPx);
  }
  context.globalAlpha = 1;
}

function drawPlayhead({ context, widthPx, heightPx, colour }: Brush, part: number): void {
  context.fillStyle = colour('t1');
  context.fillRect(Math.min(widthPx - 1, Math.round(part * widthPx)), 0, 1.5, heightPx);
}

/** 0 at the floor, 1 at full scale, even steps in decibels. */
function loudnessOf(peak: number): number {
  return peak > 0 ? Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / FLOOR_DB)) : 0;
}
