import { EllipsisVertical, MapPin, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeMarker } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { TakePlayer } from '../../media/takePlayer.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { OpenedTake } from './openPlayer.ts';
import type { PlayerWindow } from './playerWindow.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { writeMarkers } from './studioThunks.ts';

export interface PlayerMarks {
  /** In order, with their moments in the player. */
  markers: readonly (TakeMarker & { atSec: number })[];
  /** At the playhead. */
  add: () => void;
  move: (index: number) => void;
  moveTo: (index: number, atSec: number) => void;
  /** The marker under the pointer, shown where it would be dropped. */
  dragged: DraggedMarker | null;
  drag: (to: DraggedMarker | null) => void;
  rename: (index: number, label: string) => void;
  remove: (index: number) => void;
}

interface DraggedMarker {
  index: number;
  atSec: number;
}

/** A recording's markers; a change is shown at once, and taken back where the host refuses. */
export function useMarkers(takeId: string, { document, player, leadSec }: OpenedTake): PlayerMarks {
  const dispatch = useAppDispatch();
  const [markers, setMarkers] = useState(document.markers);
  const { sampleRate } = document;
  const [dragged, setDragged] = useState<DraggedMarker | null>(null);
  const frameAt = (atSec: number) =>
    Math.round(Math.min(player.durationSec - leadSec, Math.max(0, atSec - leadSec)) * sampleRate);
  const here = () => frameAt(player.positionSec());
  const momentOf = (index: number, atFrame: number) =>
    dragged?.index === index ? dragged.atSec : atFrame / sampleRate + leadSec;
  const change = (changed: readonly TakeMarker[]) => {
    const next = changed.toSorted((one, other) => one.atFrame - other.atFrame);
    setMarkers(next);
    void dispatch(writeMarkers({ id: takeId, markers: next })).then((result) => {
      if (writeMarkers.rejected.match(result)) setMarkers(markers);
    });
  };
  const changeOne = (index: number, changes: Partial<TakeMarker>) =>
    change(markers.map((marker, at) => (at === index ? { ...marker, ...changes } : marker)));
  return {
    markers: markers.map((marker, index) => ({ ...marker, atSec: momentOf(index, marker.atFrame) })),
    dragged,
    drag: setDragged,
    add: () => change([...markers, { atFrame: here(), label: '' }]),
    move: (index) => changeOne(index, { atFrame: here() }),
    moveTo: (index, atSec) => changeOne(index, { atFrame: frameAt(atSec) }),
    rename: (index, label) => changeOne(index, { label }),
    remove: (index) => change(markers.filter((_, at) => at !== index)),
  };
}

interface PlayerMarkersProps {
  marks: PlayerMarks;
  player: TakePlayer;
  window: PlayerWindow;
}

/** A click goes to a marker; its menu names, moves and deletes it. */
export function PlayerMarkers({ marks, player, window }: PlayerMarkersProps) {
  const { t } = useTranslation('studio');
  const [renamed, setRenamed] = useState<number | null>(null);
  if (marks.markers.length === 0) return null;
  return (
    <ul aria-label={t('recordings.player.markers')} className="flex min-w-0 flex-wrap gap-1.5">
      {marks.markers.map(({ atFrame, atSec, label }, index) => {
        const name = label === '' ? t('recordings.player.unnamed', { number: index + 1 }) : label;
        const time = formatRecordedTime(atSec);
        return (
          <li key={`${index}-${atFrame}`} className="flex max-w-full items-center rounded bg-raise">
            {renamed === index ? (
              <MarkerName
                name={name}
                onEnd={(next) => {
                  setRenamed(null);
                  if (next !== null && next !== label) marks.rename(index, next);
                }}
              />
            ) : (
              <button
                type="button"
                title={t('recordings.player.toMarker', { label: name, time })}
                onClick={() => {
                  player.seek(atSec);
                  window.follow(atSec);
                }}
                className="min-w-0 truncate px-1.5 py-1 text-xs text-t2 hover:text-t1"
              >
                {name} <span className="font-mono">{time}</span>
              </button>
            )}
            <MarkerMenu name={name} marks={marks} index={index} onRename={() => setRenamed(index)} />
          </li>
        );
      })}
    </ul>
  );
}

function MarkerName({ name, onEnd }: { name: string; onEnd: (name: string | null) => void }) {
  const { t } = useTranslation('studio');
  return (
    <input
      // A menu gives the focus back to its button first.
      ref={(input) => {
        const timer = setTimeout(() => input?.select(), 50);
        return () => clearTimeout(timer);
      }}
      aria-label={t('recordings.player.markerName')}
      defaultValue={name}
      maxLength={200}
      onBlur={(event) => onEnd(event.target.value.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') onEnd(event.currentTarget.value.trim());
        if (event.key === 'Escape') onEnd(null);
      }}
      className="h-7 w-40 min-w-0 rounded border border-line2 bg-inset px-1.5 text-xs text-t1"
    />
  );
}

interface MarkerMenuProps {
  name: string;
  marks: PlayerMarks;
  index: number;
  onRename: () => void;
}

function MarkerMenu({ name, marks, index, onRename }: MarkerMenuProps) {
  const { t } = useTranslation('studio');
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={t('recordings.player.markerActions', { name })}
          icon={<EllipsisVertical aria-hidden="true" />}
          hasBorder={false}
          className="!size-7"
        />
      }
      groups={[
        [
          {
            id: 'rename',
            label: t('recordings.player.renameMarker'),
            icon: <PenLine aria-hidden="true" />,
            onSelect: onRename,
          },
          {
            id: 'move',
            label: t('recordings.player.moveMarker'),
            icon: <MapPin aria-hidden="true" />,
            onSelect: () => marks.move(index),
          },
        ],
        [
          {
            id: 'delete',
            label: t('recordings.player.deleteMarker'),
            icon: <Trash2 aria-hidden="true" />,
            isDestructive: true,
            onSelect: () => marks.remove(index),
          },
        ],
      ]}
    />
  );
}
