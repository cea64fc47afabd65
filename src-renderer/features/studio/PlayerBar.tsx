import {
  Download,
  Flag,
  MoveHorizontal,
  Pause,
  Play,
  Repeat,
  Scissors,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import type { TakeRange } from '../../../src-shared/contract/takeExport.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { TakePlayer, TakeSpan } from '../../media/takePlayer.ts';
import { isTrackHeard } from '../../media/takeRun.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Select } from '../../ui/Select.tsx';
import { selectTakesSupport } from '../workspace/index.ts';
import { ExportDialog } from './ExportDialog.tsx';
import type { OpenedTake } from './openPlayer.ts';
import { SPEEDS } from './playerKeys.ts';
import type { PlayerWindow } from './playerWindow.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import type { ExportSelection } from './soundChoices.ts';
import { selectWork } from './studioSlice.ts';
import { workOnTake } from './studioThunks.ts';

interface PlayerBarProps {
  take: TakeSummary;
  opened: OpenedTake;
  window: PlayerWindow;
  onAddMarker: () => void;
}

/** Play, speed, loop and zoom. */
export function PlayerBar({ take, opened, window, onAddMarker }: PlayerBarProps) {
  const { t } = useTranslation('studio');
  const { player } = opened;
  const extract = useExtract(take, opened);
  const { isPlaying, isLooping, speed } = useSyncExternalStore(player.subscribe, player.read);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => (isPlaying ? player.pause() : player.play())}>
        {isPlaying ? (
          <Pause aria-hidden="true" className="size-4" />
        ) : (
          <Play aria-hidden="true" className="size-4" />
        )}
        {t(isPlaying ? 'recordings.player.pause' : 'recordings.player.play')}
      </Button>
      <Position player={player} isPlaying={isPlaying} />
      <span className="grow" />
      <Select
        label={t('recordings.player.speed')}
        value={String(speed)}
        options={SPEEDS.map((value) => ({
          value: String(value),
          label: t('recordings.player.speedOf', { speed: value }),
        }))}
        onChange={(text) => player.setSpeed(Number(text))}
        className="!h-8 !w-24"
      />
      <IconButton
        label={t('recordings.player.loop')}
        hint={t('recordings.player.loopHint')}
        aria-pressed={isLooping}
        icon={<Repeat aria-hidden="true" />}
        onClick={() => player.setLooping(!isLooping)}
        className={isLooping ? '!border-accent !text-accent' : undefined}
      />
      <IconButton
        label={t('recordings.player.zoomOut')}
        hint={t('recordings.player.zoomOutHint')}
        icon={<ZoomOut aria-hidden="true" />}
        onClick={() => window.zoom(1 / 1.5, player.positionSec())}
      />
      <IconButton
        label={t('recordings.player.zoomIn')}
        hint={t('recordings.player.zoomInHint')}
        icon={<ZoomIn aria-hidden="true" />}
        onClick={() => window.zoom(1.5, player.positionSec())}
      />
      <IconButton
        label={t('recordings.player.showAll')}
        hint={t('recordings.player.showAllHint')}
        icon={<MoveHorizontal aria-hidden="true" />}
        onClick={() => window.showAll()}
      />
      <IconButton
        label={t('recordings.player.addMarker')}
        hint={t('recordings.player.addMarkerHint')}
        icon={<Flag aria-hidden="true" />}
        onClick={onAddMarker}
      />
      {extract.isOffered && (
        <IconButton
          label={t('recordings.player.split')}
          hint={t('recordings.player.splitHint')}
          icon={<Scissors aria-hidden="true" />}
          disabled={extract.isBusy}
          onClick={() => extract.split(player.positionSec())}
        />
      )}
    </div>
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

interface SelectionBarProps {
  take: TakeSummary;
  opened: OpenedTake;
  window: PlayerWindow;
  selection: TakeSpan;
}

/** What can be done with the selected part. */
export function SelectionBar({ take, opened, window, selection }: SelectionBarProps) {
  const { t } = useTranslation('studio');
  const extract = useExtract(take, opened);
  const [exported, setExported] = useState<ExportSelection | null>(null);
  const { fromSec, toSec } = selection;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-panel px-3 py-2">
      <p role="status" className="grow text-xs text-t1 tabular-nums">
        {t('recordings.player.selected', {
          from: formatRecordedTime(fromSec),
          to: formatRecordedTime(toSec),
          length: `${formatFigure(toSec - fromSec, 1)} s`,
        })}
      </p>
      <Button size="sm" onClick={() => setExported(selectionOf(opened, selection))}>
        <Download aria-hidden="true" className="size-3.5" />
        {t('recordings.player.exportSelection')}
      </Button>
      {extract.isOffered && (
        <Button size="sm" disabled={extract.isBusy} onClick={() => extract.save(selection)}>
          <Scissors aria-hidden="true" className="size-3.5" />
          {t('recordings.player.saveSelection')}
        </Button>
      )}
      <Button size="sm" onClick={() => window.show(selection)}>
        {t('recordings.player.zoomSelection')}
      </Button>
      <IconButton
        label={t('recordings.player.clearSelection')}
        hint={t('recordings.player.clearSelectionHint')}
        icon={<X aria-hidden="true" />}
        hasBorder={false}
        onClick={() => opened.player.select(null)}
      />
      {exported && <ExportDialog take={take} selection={exported} onClose={() => setExported(null)} />}
    </div>
  );
}

/** In frames of the take. */
function rangeOf({ document, leadSec }: OpenedTake, { fromSec, toSec }: TakeSpan): TakeRange {
  const frameAt = (sec: number) => Math.round((sec - leadSec) * document.sampleRate);
  return { fromFrame: frameAt(fromSec), frames: Math.max(1, frameAt(toSec) - frameAt(fromSec)) };
}

/** With the channels that are heard. */
function selectionOf(opened: OpenedTake, selection: TakeSpan): ExportSelection {
  const channels = opened.document.tracks.filter(({ kind }) => kind === 'channel');
  const heard = channels.filter(({ id }) => isTrackHeard(id, opened.player.read())).map(({ id }) => id);
  return {
    range: rangeOf(opened, selection),
    trackIds: heard.length > 0 && heard.length < channels.length ? heard : null,
  };
}

/** New recordings from parts of this one, which stays. */
function useExtract(take: TakeSummary, opened: OpenedTake) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const isBusy = useSelector(selectWork(take.id)) !== null;
  const support = useSelector(selectTakesSupport);
  const needs = opened.videos.length > 0 ? 'video' : 'sound';
  const isOffered = support?.supported === true && support.extracts.includes(needs);
  const { durationSec } = opened.player;
  const run = async (spans: readonly (TakeSpan & { name: string })[], done: string) => {
    const parts = spans.map(({ name, ...span }) => ({ name, range: rangeOf(opened, span) }));
    const result = await dispatch(workOnTake({ kind: 'extract', id: take.id, parts }));
    if (workOnTake.fulfilled.match(result)) showNotice({ tone: 'success', title: done });
  };
  const partName = (number: number) => t('recordings.player.partName', { name: take.name, number });
  return {
    isBusy,
    isOffered,
    save: (span: TakeSpan) =>
      void run(
        [{ ...span, name: t('recordings.player.trimmedName', { name: take.name }) }],
        t('recordings.player.extracted'),
      ),
    split(atSec: number) {
      if (atSec <= 0 || atSec >= durationSec) return;
      void run(
        [
          { fromSec: 0, toSec: atSec, name: partName(1) },
          { fromSec: atSec, toSec: durationSec, name: partName(2) },
        ],
        t('recordings.player.extractedTwo'),
      );
    },
  };
}
