import { Pause, Play } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { TakeDocument, TakePeaks, TakeSummary } from '../../../src-shared/contract/takes.ts';
import type { Painting } from '../../lib/canvasPainter.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import type { TakePlayer } from '../../media/takePlayer.ts';
import { isTrackHeard } from '../../media/takeRun.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { openPlayer, type OpenedTake } from './openPlayer.ts';
import { moveByKey } from './playerKeys.ts';
import { formatRecordedTime } from './recorderTime.ts';
import { TakeVideo } from './TakeVideo.tsx';
import { VoicesBar } from './voices/VoicesBar.tsx';
import { useVoiceSides } from './voices/voiceSides.ts';

/** A recording's tracks above each other, heard together, and its video with them. */
export function TakePlayerView({ take }: { take: TakeSummary }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const [opened, setOpened] = useState<OpenedTake | null>(null);
  const cleanedAtMs = take.cleaning?.cleanedAtMs;
  const [failure, setFailure] = useState<string | null>(null);
  /** Kept where the same recording is opened anew, with clean voices. */
  const positionSec = useRef(0);
  useEffect(() => {
    const aborting = new AbortController();
    let opening: OpenedTake | null = null;
    dispatch(openPlayer(take.id, aborting.signal)).then(
      (result) => {
        opening = result;
        if (aborting.signal.aborted) dispose(result);
        else {
          result.player.seek(positionSec.current);
          setOpened(result);
        }
      },
      (error: unknown) => {
        if (!aborting.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      aborting.abort();
      if (!opening) return;
      positionSec.current = opening.player.positionSec();
      dispose(opening);
    };
  }, [dispatch, take.id, cleanedAtMs]);
  if (failure) {
    return (
      <p role="alert" className="rounded-lg bg-inset p-3 text-red-text">
        {t('recordings.player.failed', { reason: failure })}
      </p>
    );
  }
  if (!opened) return <Skeleton className="h-28" />;
  return <Opened take={take} opened={opened} />;
}

function dispose({ player, videos }: OpenedTake): void {
  player.dispose();
  videos.forEach(({ reader }) => reader?.dispose());
}

function Opened({ take, opened }: { take: TakeSummary; opened: OpenedTake }) {
  const { t } = useTranslation('studio');
  const { player, document } = opened;
  const state = useSyncExternalStore(player.subscribe, player.read);
  const sides = useVoiceSides(opened);
  if (player.durationSec === 0) return <p className="text-t2">{t('recordings.player.empty')}</p>;
  return (
    <section
      aria-label={t('recordings.player.label', { name: take.name })}
      onKeyDown={(event) => {
        if (!moveByKey(player, event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg bg-inset p-3"
    >
      <TakeVideo opened={opened} />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => (state.isPlaying ? player.pause() : player.play())}>
          {state.isPlaying ? (
            <Pause aria-hidden="true" className="size-4" />
          ) : (
            <Play aria-hidden="true" className="size-4" />
          )}
          {t(state.isPlaying ? 'recordings.player.pause' : 'recordings.player.play')}
        </Button>
        <Position player={player} isPlaying={state.isPlaying} />
        <VoicesBar take={take} sides={sides} />
        <Markers document={document} player={player} />
      </div>
      {state.error !== null && (
        <p role="alert" className="text-xs text-red-text">
          {t('recordings.player.failed', { reason: state.error })}
        </p>
      )}
      <SeekBar player={player}>
        {sides.tracks.map((track) => (
          <Lane key={track.id} track={track} opened={opened} />
        ))}
      </SeekBar>
    </section>
  );
}

/** Ticks with the seconds, so that React draws once a second at most. */
function Position({ player, isPlaying }: { player: TakePlayer; isPlaying: boolean }) {
  const [sec, setSec] = useState(() => player.positionSec());
  useEffect(() => {
    const update = () => setSec(Math.floor(player.positionSec()));
    update();
    const end = player.subscribe(update);
    const timer = isPlaying ? setInterval(update, 200) : undefined;
    return () => {
      end();
      clearInterval(timer);
    };
  }, [player, isPlaying]);
  return (
    <span className="font-mono text-xs text-t2 tabular-nums">
      {formatRecordedTime(sec)} / {formatRecordedTime(player.durationSec)}
    </span>
  );
}

function Markers({
  document: { markers, sampleRate },
  player,
}: {
  document: TakeDocument;
  player: TakePlayer;
}) {
  const { t } = useTranslation('studio');
  if (markers.length === 0) return null;
  return (
    <ul aria-label={t('recordings.player.markers')} className="flex min-w-0 flex-wrap gap-1.5">
      {markers.map(({ atFrame, label }, index) => {
        const atSec = atFrame / sampleRate;
        const name = label === '' ? t('recordings.player.unnamed', { number: index + 1 }) : label;
        const time = formatRecordedTime(atSec);
        return (
          <li key={`${index}-${atFrame}`}>
            <button
              type="button"
              title={t('recordings.player.toMarker', { label: name, time })}
              onClick={() => player.seek(atSec)}
              className="rounded bg-raise px-1.5 py-1 text-xs text-t2 hover:text-t1"
            >
              {name} <span className="font-mono">{time}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The position for keys and screen readers; the lanes take the pointer. */
function SeekBar({ player, children }: { player: TakePlayer; children: ReactNode }) {
  const { t } = useTranslation('studio');
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const write = () => {
      const sec = player.positionSec();
      boxRef.current?.setAttribute('aria-valuenow', String(Math.round(sec)));
      boxRef.current?.setAttribute('aria-valuetext', formatRecordedTime(sec));
    };
    write();
    const end = player.subscribe(write);
    const timer = setInterval(() => player.read().isPlaying && write(), 1000);
    return () => {
      end();
      clearInterval(timer);
    };
  }, [player]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div
        ref={boxRef}
        role="slider"
        tabIndex={0}
        aria-label={t('recordings.player.position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(player.durationSec)}
        aria-valuenow={0}
        className="ml-[8.5rem] max-sm:ml-0"
      >
        <ProgressLine player={player} />
      </div>
      {children}
    </div>
  );
}

function ProgressLine({ player }: { player: TakePlayer }) {
  const createPainting = useCallback(
    (): Painting => ({
      advance: () => ({ isChanged: true, isMoving: player.read().isPlaying }),
      draw({ context, widthPx, heightPx, colour }) {
        const part = player.durationSec > 0 ? player.positionSec() / player.durationSec : 0;
        context.fillStyle = colour('track');
        context.fillRect(0, heightPx / 2 - 1.5, widthPx, 3);
        context.fillStyle = colour('accent');
        context.fillRect(0, heightPx / 2 - 1.5, widthPx * part, 3);
        context.beginPath();
        context.arc(Math.min(widthPx - 5, Math.max(5, widthPx * part)), heightPx / 2, 5, 0, 2 * Math.PI);
        context.fill();
      },
    }),
    [player],
  );
  const canvasRef = useCanvasPainter(player, createPainting);
  const goTo = useGoTo(player);
  return (
    <canvas
      ref={canvasRef}
      onPointerDown={goTo}
      onPointerMove={goTo}
      className="block h-4 w-full cursor-pointer touch-pan-y"
    />
  );
}

function useGoTo(player: TakePlayer) {
  return (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    player.seek(((event.clientX - box.left) / box.width) * player.durationSec);
  };
}

const TOGGLE = 'grid size-6 place-items-center rounded border text-2xs font-semibold';
const TOGGLE_OFF = 'border-line2 text-t2 hover:text-t1';

function Lane({ track, opened }: { track: TakeDocument['tracks'][number]; opened: OpenedTake }) {
  const { t } = useTranslation('studio');
  const { player, peaks } = opened;
  const state = useSyncExternalStore(player.subscribe, player.read);
  const isMuted = state.mutedIds.includes(track.id);
  const isSolo = state.soloIds.includes(track.id);
  const isHeard = isTrackHeard(track.id, state);
  const name = track.kind === 'mix' ? t('recordings.player.lane.mix') : track.name;
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-2 max-sm:grid-cols-[minmax(0,1fr)]">
      <div className="flex min-w-0 items-center gap-1.5">
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
        peaks={peaks[track.id] ?? { lowest: [], highest: [] }}
        player={player}
        isHeard={isHeard}
      />
    </div>
  );
}

interface LaneWaveProps {
  label: string;
  peaks: TakePeaks;
  player: TakePlayer;
  isHeard: boolean;
}

function LaneWave({ label, peaks, player, isHeard }: LaneWaveProps) {
  const createPainting = useCallback(
    (): Painting => createWavePainting(peaks, player, isHeard),
    [peaks, player, isHeard],
  );
  const canvasRef = useCanvasPainter(player, createPainting);
  const goTo = useGoTo(player);
  return (
    <canvas
      ref={canvasRef}
      role="img"
      aria-label={label}
      onPointerDown={goTo}
      onPointerMove={goTo}
      className="block h-11 w-full cursor-pointer touch-pan-y rounded bg-panel"
    />
  );
}

function createWavePainting({ lowest, highest }: TakePeaks, player: TakePlayer, isHeard: boolean): Painting {
  return {
    advance: () => ({ isChanged: true, isMoving: player.read().isPlaying }),
    draw({ context, widthPx, heightPx, colour }) {
      const part = player.durationSec > 0 ? player.positionSec() / player.durationSec : 0;
      const middle = heightPx / 2;
      context.fillStyle = colour(isHeard ? 'accent' : 't3');
      const columns = Math.floor(widthPx);
      for (let x = 0; x < columns; x += 1) {
        const from = Math.floor((x * highest.length) / columns);
        const to = Math.max(from + 1, Math.floor(((x + 1) * highest.length) / columns));
        let [low, high] = [0, 0];
        for (let index = from; index < to; index += 1) {
          low = Math.min(low, lowest[index] ?? 0);
          high = Math.max(high, highest[index] ?? 0);
        }
        context.globalAlpha = (x / columns < part ? 1 : 0.6) * (isHeard ? 1 : 0.5);
        const top = middle - high * (middle - 2);
        context.fillRect(x, top, 1, Math.max(1, middle - low * (middle - 2) - top));
      }
      context.globalAlpha = 1;
      context.fillStyle = colour('t1');
      context.fillRect(Math.min(widthPx - 1, Math.round(part * widthPx)), 0, 1.5, heightPx);
    },
  };
}
