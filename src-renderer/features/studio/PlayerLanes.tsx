import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';
import { trackColours } from '../../../src-shared/domain/trackColours.ts';
import type { Painting } from '../../lib/canvasPainter.ts';
import { classNames } from '../../lib/classNames.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import type { TakePlayer } from '../../media/takePlayer.ts';
import { isTrackHeard } from '../../media/takeRun.ts';
import { COLOUR_VALUES } from './colours.tsx';
import type { OpenedTake, Waveform } from './openPlayer.ts';
import type { PlayerMarks } from './PlayerMarkers.tsx';
import { paintLane, paintOverview } from './playerPainting.ts';
import { PlayerRuler } from './PlayerRuler.tsx';
import type { PlayerWindow } from './playerWindow.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useLanePointer, useOverviewPointer, useWheel } from './usePlayerPointer.ts';

interface LanesProps {
  opened: OpenedTake;
  window: PlayerWindow;
  marks: PlayerMarks;
}

interface PlayerLanesProps extends LanesProps {
  /** As they are heard: recorded, or clean. */
  tracks: TakeDocument['tracks'];
}

/** The overview, which is the position for keys and screen readers, and the tracks below it. */
export function PlayerLanes({ tracks, opened, window, marks }: PlayerLanesProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  useWheel(boxRef, opened.player, window);
  const colours = trackColours(tracks);
  return (
    <div ref={boxRef} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Overview opened={opened} window={window} marks={marks} />
      <PlayerRuler player={opened.player} window={window} marks={marks} />
      {tracks.map((track) => (
        <Lane
          key={track.id}
          track={track}
          colour={COLOUR_VALUES[colours.get(track.id) ?? 'blue']}
          opened={opened}
          window={window}
          marks={marks}
        />
      ))}
    </div>
  );
}

/** Changes of either draw a canvas again. */
function useSignal(player: TakePlayer, window: PlayerWindow) {
  return useMemo(
    () => ({
      subscribe(listener: () => void) {
        const ends = [player.subscribe(listener), window.subscribe(listener)];
        return () => ends.forEach((end) => end());
      },
    }),
    [player, window],
  );
}

function Overview({ opened, window, marks }: LanesProps) {
  const { t } = useTranslation('studio');
  const { player, waveforms } = opened;
  const sliderRef = useRef<HTMLDivElement>(null);
  useSpokenPosition(sliderRef, player);
  const { markers } = marks;
  const createPainting = useCallback(
    (): Painting => ({
      advance: () => ({ isChanged: true, isMoving: player.read().isPlaying }),
      draw: (brush) =>
        paintOverview(brush, { player, shown: window.read(), waveforms: Object.values(waveforms), markers }),
    }),
    [player, window, waveforms, markers],
  );
  const canvasRef = useCanvasPainter(useSignal(player, window), createPainting);
  return (
    <div
      ref={sliderRef}
      role="slider"
      tabIndex={0}
      aria-label={t('recordings.player.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(player.durationSec)}
      aria-valuenow={0}
      className="ml-[8.5rem] max-sm:ml-0"
    >
      <canvas
        ref={canvasRef}
        {...useOverviewPointer(player, window)}
        className="block h-8 w-full cursor-pointer touch-pan-y rounded bg-panel"
      />
    </div>
  );
}

function useSpokenPosition(ref: RefObject<HTMLDivElement | null>, player: TakePlayer): void {
  useEffect(() => {
    const write = () => {
      const sec = player.positionSec();
      ref.current?.setAttribute('aria-valuenow', String(Math.round(sec)));
      ref.current?.setAttribute('aria-valuetext', formatRecordedTime(sec));
    };
    write();
    const end = player.subscribe(write);
    const timer = setInterval(() => player.read().isPlaying && write(), 1000);
    return () => {
      end();
      clearInterval(timer);
    };
  }, [ref, player]);
}

const TOGGLE = 'grid size-6 place-items-center rounded border text-2xs font-semibold';
const TOGGLE_OFF = 'border-line2 text-t2 hover:text-t1';

interface LaneProps extends LanesProps {
  track: TakeDocument['tracks'][number];
  colour: string;
}

function Lane({ track, colour, opened, window, marks }: LaneProps) {
  const { t } = useTranslation('studio');
  const { player } = opened;
  const state = useSyncExternalStore(player.subscribe, player.read);
  const isMuted = state.mutedIds.includes(track.id);
  const isSolo = state.soloIds.includes(track.id);
  const isHeard = isTrackHeard(track.id, state);
  const name = track.kind === 'mix' ? t('recordings.player.lane.mix') : track.name;
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-2 max-sm:grid-cols-[minmax(0,1fr)]">
      <div className="flex min-w-0 items-center gap-1.5">
        <span
          aria-hidden="true"
          style={{ backgroundColor: colour }}
          className="size-2 shrink-0 rounded-full"
        />
        <span
          className={classNames('min-w-0 grow truncate text-xs', isHeard ? 'text-t1' : 'text-t3')}
          title={name}
        >
          {name}
        </span>
        <button
          type="button"
          aria-label={t('recordings.player.mute', { name })}
          aria-pressed={isMuted}
          onClick={() => player.setMuted(track.id, !isMuted)}
          className={classNames(TOGGLE, isMuted ? 'border-transparent bg-amb text-black' : TOGGLE_OFF)}
        >
          M
        </button>
        <button
          type="button"
          aria-label={t('recordings.player.solo', { name })}
          aria-pressed={isSolo}
          onClick={() => player.setSolo(track.id, !isSolo)}
          className={classNames(TOGGLE, isSolo ? 'border-transparent bg-accent text-on-accent' : TOGGLE_OFF)}
        >
          S
        </button>
      </div>
      <LaneWave
        label={t('recordings.player.waveform', { name })}
        {...{ trackId: track.id, colour, opened, window, isHeard, markers: marks.markers }}
      />
    </div>
  );
}

interface LaneWaveProps extends Omit<LanesProps, 'marks'> {
  label: string;
  trackId: string;
  colour: string;
  isHeard: boolean;
  markers: PlayerMarks['markers'];
}

function LaneWave({ label, trackId, colour, opened, window, isHeard, markers }: LaneWaveProps) {
  const { player, waveforms } = opened;
  const closer = useCloserWaveform(trackId, opened, window);
  const whole = waveforms[trackId];
  const createPainting = useCallback(
    (): Painting => ({
      advance: () => ({ isChanged: true, isMoving: player.read().isPlaying }),
      draw: (brush) =>
        paintLane(brush, {
          player,
          shown: window.read(),
          colour,
          isHeard,
          markers,
          waveforms: [closer, whole].filter((waveform) => waveform !== null && waveform !== undefined),
        }),
    }),
    [player, window, closer, whole, colour, isHeard, markers],
  );
  const canvasRef = useCanvasPainter(useSignal(player, window), createPainting);
  return (
    <canvas
      ref={canvasRef}
      role="img"
      aria-label={label}
      {...useLanePointer(player, window)}
      className="block h-14 w-full cursor-text touch-pan-y rounded bg-panel"
    />
  );
}

/** Zooming is not followed at every step. */
const CLOSER_DELAY_MS = 150;

/** The waveform of what is shown, where that is not all. */
function useCloserWaveform(
  trackId: string,
  { readWaveform, player }: OpenedTake,
  window: PlayerWindow,
): Waveform | null {
  const [closer, setCloser] = useState<Waveform | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reading = 0;
    const read = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { fromSec, toSec } = window.read();
        const length = toSec - fromSec;
        if (length > 0.9 * player.durationSec) return;
        const own = (reading += 1);
        // With what lies beside it: a page is turned without a gap.
        void readWaveform(trackId, { fromSec: fromSec - length / 2, toSec: toSec + length / 2 }).then(
          (waveform) => own === reading && waveform && setCloser(waveform),
        );
      }, CLOSER_DELAY_MS);
    };
    const end = window.subscribe(read);
    return () => {
      reading = -1;
      clearTimeout(timer);
      end();
    };
  }, [trackId, readWaveform, player, window]);
  return closer;
}
