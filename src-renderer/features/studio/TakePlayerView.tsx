import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { openPlayer, type OpenedTake } from './openPlayer.ts';
import { PlayerBar, SelectionBar } from './PlayerBar.tsx';
import { playByKey } from './playerKeys.ts';
import { PlayerLanes } from './PlayerLanes.tsx';
import { PlayerMarkers, useMarkers } from './PlayerMarkers.tsx';
import { createPlayerWindow } from './playerWindow.ts';
import { TakeVideo } from './TakeVideo.tsx';
import { VoicesBar } from './voices/VoicesBar.tsx';
import { useVoiceSides } from './voices/voiceSides.ts';

/** How often the waveforms are brought to where it plays. */
const FOLLOW_MS = 250;

/** A recording's tracks above each other, heard together, and its video with them. */
export function TakePlayerView({ take }: { take: TakeSummary }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const [opened, setOpened] = useState<OpenedTake | null>(null);
  const cleanedAtMs = take.cleaning?.cleanedAtMs;
  const [failure, setFailure] = useState<string | null>(null);
  /** Kept where the same recording is opened again, with clean voices. */
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
  const { player } = opened;
  const sectionRef = useRef<HTMLElement>(null);
  const [shown] = useState(() => createPlayerWindow(player.durationSec));
  const marks = useMarkers(take.id, opened);
  const state = useSyncExternalStore(player.subscribe, player.read);
  const sides = useVoiceSides(opened);
  useEffect(() => {
    player.play();
    sectionRef.current?.scrollIntoView({ block: 'nearest' });
  }, [player]);
  useEffect(() => {
    const timer = setInterval(() => player.read().isPlaying && shown.follow(player.positionSec()), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [player, shown]);
  if (player.durationSec === 0) return <p className="text-t2">{t('recordings.player.empty')}</p>;
  return (
    <section
      ref={sectionRef}
      aria-label={t('recordings.player.label', { name: take.name })}
      onKeyDown={(event) => {
        if (!playByKey({ player, window: shown, addMarker: marks.add }, event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg bg-inset p-3"
    >
      <TakeVideo opened={opened} />
      <PlayerBar take={take} opened={opened} window={shown} onAddMarker={marks.add} />
      <div className="flex flex-wrap items-center gap-2">
        <VoicesBar take={take} sides={sides} />
      </div>
      <PlayerMarkers marks={marks} player={player} window={shown} />
      {state.error !== null && (
        <p role="alert" className="text-xs text-red-text">
          {t('recordings.player.failed', { reason: state.error })}
        </p>
      )}
      <PlayerLanes tracks={sides.tracks} opened={opened} window={shown} marks={marks} />
      {/* Below: the waveforms stay under the pointer that selects. */}
      {state.selection && (
        <SelectionBar take={take} opened={opened} window={shown} selection={state.selection} />
      )}
    </section>
  );
}
