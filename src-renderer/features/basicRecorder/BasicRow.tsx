import { Download, PenLine, Play, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import type { BasicTake, BasicTrack } from '../../media/basicTakes/document.ts';
import {
  deleteBasicTake,
  openBasicFile,
  restoreBasicTake,
  type BasicTakeRow,
} from '../../media/basicTakes/library.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { BasicPlayer } from './BasicPlayer.tsx';
import { BasicRenameDialog } from './BasicRenameDialog.tsx';
import { kindIn, labelOf } from './trackLabel.ts';
import { HIDDEN, platformOf, typeOf, type ColumnId } from './takeOrder.ts';

interface BasicRowProps {
  take: BasicTakeRow;
  columns: readonly ColumnId[];
  onChanged: () => void;
}

/** A recording, and what can be done with it. */
export function BasicRow({ take, columns, onChanged }: BasicRowProps) {
  const { t } = useTranslation('basicRecorder');
  const { name, status } = take;
  const isRunning = status === 'recording';
  const cells: Partial<Record<ColumnId, ReactNode>> = {
    tracks: tracksOf(take, (kind) => t(`kind.${kind}`)),
    type: typeOf(take),
    platform: platformOf(take),
    participants: take.meeting?.participants ?? '—',
    duration: isRunning ? '—' : formatRecordedTime(take.durationMs / 1000),
    size: isRunning ? '—' : formatBytes(take.sizeBytes),
    date: formatDateTime(take.startedAtMs),
  };
  const below = columns.find((column) => column === 'type' || column === 'platform' || column === 'tracks');
  return (
    <tr className="border-b border-line">
      <th scope="row" className="w-full max-w-0 py-2.5 pr-3 text-left font-normal">
        <span className="block truncate font-medium text-t1" title={name}>
          {name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-t3">
          {status === 'recovered' && <Badge tone="warning">{t('recordings.recovered')}</Badge>}
          {isRunning && <Badge tone="bad">{t('recordings.recordingElsewhere')}</Badge>}
          {!isRunning && <span className="tabular-nums sm:hidden">{cells.duration}</span>}
          <span className="md:hidden">{below && cells[below]}</span>
        </span>
        <Notes take={take} />
      </th>
      {columns.slice(1).map((column) => (
        <td
          key={column}
          className={`py-2.5 pr-3 text-xs whitespace-nowrap text-t2 tabular-nums ${column === 'duration' ? 'font-mono !text-t1' : ''} ${HIDDEN[column] ?? ''}`}
        >
          {cells[column]}
        </td>
      ))}
      <td className="py-2.5 pl-3">{!isRunning && <Actions take={take} onChanged={onChanged} />}</td>
    </tr>
  );
}

const tracksOf = (take: BasicTakeRow, nameOf: (kind: ReturnType<typeof kindIn>) => string) =>
  [...new Set(take.tracks.map(({ kind }) => nameOf(kindIn(take, kind))))].join(', ');

/** What is not as it was wanted, in words. */
function Notes({ take }: { take: BasicTakeRow }) {
  const { t } = useTranslation('basicRecorder');
  const { ended, tracks } = take;
  const dropped = tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
  const notes = [
    ...(ended ? [ended.message] : []),
    ...tracks.flatMap((track) => {
      const { ended: reason } = track;
      // Where the whole ended with it, that has been said; and of a tab's sound, where its picture has gone as well.
      if (reason === null || reason === ended?.message || hasGoneWithPicture(take, track)) return [];
      const label = labelOf(take, track, (kind) => t(`kind.${kind}`));
      return [t('recordings.endedTrack', { track: label, reason })];
    }),
    ...(dropped > 0 ? [t('recordings.dropped', { count: dropped })] : []),
  ];
  return notes.map((note) => (
    <span key={note} className="block text-xs text-amb-text">
      {note}
    </span>
  ));
}

/** Whether it is the sound of what was shared, and that is not shared any more; its picture comes next among the tracks. */
function hasGoneWithPicture({ tracks }: BasicTake, track: BasicTrack): boolean {
  if (track.kind !== 'system') return false;
  const picture = tracks.slice(tracks.indexOf(track)).find(({ kind }) => kind === 'screen');
  return picture !== undefined && picture.ended !== null;
}

function Actions({ take, onChanged }: { take: BasicTakeRow; onChanged: () => void }) {
  const { t } = useTranslation('basicRecorder');
  const [isPlayed, setPlayed] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, tracks } = take;
  /** Whatever failed is told, and the list read anew. */
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showNotice({ tone: 'error', title: t('recordings.notDone'), message });
      return false;
    } finally {
      onChanged();
    }
  };
  const remove = async () => {
    if (!(await attempt(() => deleteBasicTake(id)))) return;
    showUndoNotice(t('recordings.deleted', { name }), t('recordings.undo'), () => {
      void attempt(() => restoreBasicTake(id));
    });
  };
  return (
    <span className="flex items-center justify-end gap-1.5 max-sm:grid max-sm:grid-cols-[auto_auto]">
      <IconButton
        label={t('recordings.play', { name })}
        icon={<Play aria-hidden="true" />}
        onClick={() => setPlayed(true)}
      />
      <DropdownMenu
        trigger={
          <IconButton label={t('recordings.download', { name })} icon={<Download aria-hidden="true" />} />
        }
        groups={[
          tracks.map((track) => ({
            id: track.file,
            label: labelOf(take, track, (kind) => t(`kind.${kind}`)),
            onSelect: () => void attempt(() => download(take, track)),
          })),
        ]}
      />
      <IconButton
        label={t('recordings.rename', { name })}
        icon={<PenLine aria-hidden="true" />}
        hasBorder={false}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        label={t('recordings.delete', { name })}
        icon={<Trash2 aria-hidden="true" />}
        hasBorder={false}
        onClick={() => void remove()}
      />
      {isPlayed && <BasicPlayer take={take} onClose={() => setPlayed(false)} />}
      {isRenaming && (
        <BasicRenameDialog take={take} onClose={() => setRenaming(false)} onChanged={onChanged} />
      )}
    </span>
  );
}

/** The browser copies it from its storage: nothing is read into memory. */
async function download({ id, name }: BasicTakeRow, { file }: BasicTrack): Promise<void> {
  const address = URL.createObjectURL(await openBasicFile(id, file));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')} ${file}`;
  link.click();
  // Chromium has begun by then; the file itself stays.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
