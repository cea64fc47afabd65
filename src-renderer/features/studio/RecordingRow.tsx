import { X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { screenTypeOf } from '../../../src-shared/domain/screenCapture.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { classNames } from '../../lib/classNames.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { CertificateDialog } from './CertificateDialog.tsx';
import { RecordingActions } from './RecordingActions.tsx';
import type { SortKey } from './recordingOrder.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { runningExports } from './runningExports.ts';
import { selectWork } from './studioSlice.ts';
import { TakePlayerView } from './TakePlayerView.tsx';

interface RecordingRowProps {
  take: TakeSummary;
  columns: readonly SortKey[];
  /** Said is what a screen was recorded with, in place of its tracks. */
  isScreen: boolean;
  isOpen: boolean;
  /** Somebody came here for it. */
  isAsked: boolean;
  onToggle: () => void;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

const COLUMN_COUNT = 8;

/** One recording; opened, its player is below. */
export function RecordingRow(props: RecordingRowProps) {
  const { take, columns, isScreen, isOpen, isAsked, onToggle, isChosen, onChoose } = props;
  const { t } = useTranslation('studio');
  const work = useSelector(selectWork(take.id));
  return (
    <>
      <tr
        ref={isAsked ? bringIntoSight : undefined}
        className={classNames('border-b border-line', isOpen && 'border-b-0', isAsked && 'bg-accbg')}
      >
        <td className="w-8 py-2.5 pr-2 align-middle">
          <input
            type="checkbox"
            aria-label={t('recordings.choose', { name: take.name })}
            checked={isChosen}
            disabled={take.status === 'recording'}
            onChange={(event) => onChoose(event.target.checked)}
            className="size-4 accent-accent"
          />
        </td>
        <th scope="row" className="max-w-0 w-full py-2.5 pr-3 text-left font-normal">
          <span className="block truncate font-medium text-t1" title={take.name}>
            {take.name}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-t3">
            {take.isDemo && <Badge>{t('recordings.demo')}</Badge>}
            <StatusBadge take={take} />
            {take.labels?.folder && <span>{t('recordings.inFolder', { folder: take.labels.folder })}</span>}
            {take.labels?.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            <span className="tabular-nums sm:hidden">{formatTimer(take.durationSec)}</span>
            <span className="md:hidden">{isScreen ? screenTypeOf(take.sound) : <Tracks take={take} />}</span>
            <span className="md:hidden">
              <Grade take={take} />
            </span>
            <span className="truncate lg:hidden">
              {take.startedAtMs !== null && formatDateTime(take.startedAtMs)}
            </span>
          </span>
        </th>
        {columns.map((column) => (
          <Cell key={column} column={column} take={take} isScreen={isScreen} />
        ))}
        <td className="py-2.5 pl-3">
          <RecordingActions take={take} isOpen={isOpen} onToggle={onToggle} />
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td colSpan={COLUMN_COUNT} className="pb-3">
            <TakePlayerView take={take} />
          </td>
        </tr>
      )}
      {work && (
        <tr className="border-b border-line">
          <td colSpan={COLUMN_COUNT} className="pb-3">
            <div className="flex items-center gap-3">
              <div className="grow">
                <Progress label={t(`recordings.working.${work.kind}`)} ratio={work.done} />
              </div>
              {(work.kind === 'export' || work.kind === 'cleanVoices') && (
                <IconButton
                  label={t(work.kind === 'export' ? 'recordings.cancelExport' : 'voices.cancel', {
                    name: take.name,
                  })}
                  icon={<X aria-hidden="true" />}
                  onClick={() => runningExports.cancel(take.id)}
                />
              )}
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

const bringIntoSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

/** Of every column but the name, which heads the row. */
function Cell({ column, take, isScreen }: { column: SortKey; take: TakeSummary; isScreen: boolean }) {
  const { t } = useTranslation('studio');
  const cell = 'py-2.5 pr-3 align-middle tabular-nums';
  switch (column) {
    case 'name':
      return null;
    case 'tracks':
      return (
        <td className={classNames(cell, 'text-xs whitespace-nowrap text-t2 max-md:hidden')}>
          {isScreen ? screenTypeOf(take.sound) : <Tracks take={take} />}
        </td>
      );
    case 'duration':
      return (
        <td className={classNames(cell, 'font-mono text-xs text-t1 max-sm:hidden')}>
          {formatTimer(take.durationSec)}
        </td>
      );
    case 'date':
      return (
        <td className={classNames(cell, 'text-xs whitespace-nowrap text-t2 max-lg:hidden')}>
          {take.startedAtMs === null ? (
            <Unknown reason={t(take.isDemo ? 'recordings.demoDate' : 'recordings.noDate')} />
          ) : (
            formatDateTime(take.startedAtMs)
          )}
        </td>
      );
    case 'size':
      return (
        <td className={classNames(cell, 'text-xs whitespace-nowrap text-t2 max-lg:hidden')}>
          {formatBytes(take.sizeBytes)}
        </td>
      );
    case 'certificate':
      return (
        <td className={classNames(cell, 'max-md:hidden')}>
          <Grade take={take} />
        </td>
      );
  }
}

/** The document's badges, counted: audio, video, screen. */
function Tracks({ take: { tracks } }: { take: TakeSummary }) {
  const { t } = useTranslation('studio');
  const { audio, video, screen, mix } = tracks;
  const spoken = t('recordings.tracks', { audio, video, screen });
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <span className="sr-only">{mix > 0 ? t('recordings.tracksMix', { tracks: spoken }) : spoken}</span>
      <span aria-hidden="true" className="inline-flex gap-1">
        <Badge tone={audio > 0 ? 'accent' : 'neutral'}>{audio}A</Badge>
        <Badge tone={video > 0 ? 'accent' : 'neutral'}>{video}V</Badge>
        <Badge tone={screen > 0 ? 'accent' : 'neutral'}>{screen}S</Badge>
        {mix > 0 && <Badge>{t('recordings.mix')}</Badge>}
      </span>
    </span>
  );
}

function StatusBadge({ take: { status, problem } }: { take: TakeSummary }) {
  const { t } = useTranslation('studio');
  const shownProblem = problem !== null && <span className="text-amb-text">{problem}</span>;
  if (status === 'finished') return shownProblem;
  const tone = { recording: 'bad', recovered: 'warning', unfinished: 'warning', damaged: 'bad' } as const;
  return (
    <>
      <Badge tone={tone[status]}>{t(`recordings.status.${status}`)}</Badge>
      {shownProblem}
    </>
  );
}

const TONES: Record<NonNullable<TakeSummary['grade']>, Tone> = {
  green: 'good',
  amber: 'warning',
  red: 'bad',
};

function Grade({ take }: { take: TakeSummary }) {
  const { t } = useTranslation('studio');
  const [isOpen, setOpen] = useState(false);
  const { grade, name, status } = take;
  if (status === 'recording' || status === 'damaged') return null;
  const text = grade === null ? t('recordings.noGrade') : t(`recordings.grades.${grade}`);
  return (
    <>
      <button
        type="button"
        aria-label={t('recordings.openCertificate', { name, grade: text })}
        onClick={() => setOpen(true)}
        className="inline-flex items-center gap-2 rounded text-xs whitespace-nowrap text-t1 hover:underline"
      >
        <StatusDot tone={grade === null ? 'neutral' : TONES[grade]} />
        {text}
      </button>
      {isOpen && <CertificateDialog take={take} onClose={() => setOpen(false)} />}
    </>
  );
}
