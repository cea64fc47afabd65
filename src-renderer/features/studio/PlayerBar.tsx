import { Download, Flag, MoveHorizontal, Pause, Play, Repeat, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { formatFigure } from '../../lib/figures.ts';
import type { TakePlayer, TakeSpan } from '../../media/takePlayer.ts';
import { isTrackHeard } from '../../media/takeRun.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { OpenedTake } from './openPlayer.ts';
import { SPEEDS } from './playerKeys.ts';
import type { PlayerWindow } from './playerWindow.ts';
import { formatRecordedTime } from './recorderTime.ts';
import type { ExportSelection } from './soundChoices.ts';

interface PlayerBarProps {
  opened: OpenedTake;
  window: PlayerWindow;
  onAddMarker: () => void;
}

/** Play, speed, loop and zoom. */
export function PlayerBar({ opened: { player }, window, onAddMarker }: PlayerBarProps) {
  const { t } = useTranslation('studio');
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

/** In frames of the take, with the channels that are heard. */
function selectionOf(
  { document, player, leadSec }: OpenedTake,
  { fromSec, toSec }: TakeSpan,
): ExportSelection {
  const frameAt = (sec: number) => Math.round((sec - leadSec) * document.sampleRate);
  const channels = document.tracks.filter(({ kind }) => kind === 'channel');
  const heard = channels.filter(({ id }) => isTrackHeard(id, player.read())).map(({ id }) => id);
  return {
    range: { fromFrame: frameAt(fromSec), frames: Math.max(1, frameAt(toSec) - frameAt(fromSec)) },
    trackIds: heard.length > 0 && heard.length < channels.length ? heard : null,
  };
}
