import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SortHeader } from '../../ui/SortHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import {
  loadRecordingActions,
  loadTakePlayer,
  readLibrary,
  selectLibrary,
  selectWork,
} from '../studio/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { arrangeMeetings, type MeetingSorting } from './meetingOrder.ts';
import { MEETING_FORM_ID } from './meetingForm.ts';
import { selectAction, selectMeetings, selectIsRecording } from './meetingSlice.ts';
import { readMeetings } from './meetingThunks.ts';
import { useRecorded, type RecordedMeeting } from './useRecorded.ts';

const RecordingActions = lazy(loadRecordingActions);
const TakePlayerView = lazy(loadTakePlayer);

const COLUMNS = [
  { id: 'meeting', className: '' },
  { id: 'platform', className: 'max-md:hidden' },
  { id: 'participants', className: 'max-md:hidden' },
  { id: 'duration', className: 'max-sm:hidden' },
  { id: 'date', className: 'max-lg:hidden' },
] as const;

/** The recorded meetings, with all that can be done with a recording. */
export function MeetingsCard() {
  const { t } = useTranslation(['meeting', 'common']);
  const dispatch = useAppDispatch();
  const meetings = useSelector(selectMeetings);
  const library = useSelector(selectLibrary);
  const recorded = useRecorded();
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<MeetingSorting>({ key: 'date', isAscending: false });
  const shown = arrangeMeetings(recorded, query, sorting);
  const failed = meetings.status === 'failed' ? meetings : library.status === 'failed' ? library : null;
  const isLoading = !failed && (meetings.status === 'loading' || library.status === 'loading');
  const readAgain = () => {
    void dispatch(readMeetings());
    void dispatch(readLibrary());
  };
  return (
    <Card aria-labelledby="meeting-recordings" className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="meeting-recordings" className="text-body font-semibold text-t1">
          {t('meeting:table.title')}
          {recorded.length > 0 && (
            <span className="ml-2 font-normal text-t3 tabular-nums">{recorded.length}</span>
          )}
        </h2>
        {recorded.length > 0 && (
          <SearchField label={t('meeting:table.search')} query={query} onChange={setQuery} />
        )}
      </header>
      {isLoading && (
        <div role="status" aria-label={t('meeting:table.loading')} className="grid gap-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      {failed && (
        <ErrorState
          title={t('meeting:table.failed')}
          message={failed.error.message}
          action={<Button onClick={readAgain}>{t('common:retry')}</Button>}
        />
      )}
      {!isLoading && !failed && recorded.length === 0 && (
        <EmptyState
          title={t('meeting:table.empty')}
          message={t('meeting:table.emptyMessage')}
          action={<FirstMeeting />}
        />
      )}
      {recorded.length > 0 && shown.length === 0 && (
        <p role="status" className="py-6 text-center text-t2">
          {t('meeting:table.noMatch', { query: query.trim() })}
        </p>
      )}
      {shown.length > 0 && <MeetingTable shown={shown} sorting={sorting} onSort={setSorting} />}
    </Card>
  );
}

interface MeetingTableProps {
  shown: readonly RecordedMeeting[];
  sorting: MeetingSorting;
  onSort: (sorting: MeetingSorting) => void;
}

function MeetingTable({ shown, sorting, onSort }: MeetingTableProps) {
  const { t } = useTranslation('meeting');
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-line2 text-xs text-t3">
          {COLUMNS.map(({ id, className }) => (
            <SortHeader
              key={id}
              name={t(`table.columns.${id}`)}
              hint={t('table.sortBy', { column: t(`table.columns.${id}`) })}
              order={sorting.key !== id ? null : sorting.isAscending ? 'ascending' : 'descending'}
              onSort={() =>
                onSort({
                  key: id,
                  isAscending:
                    sorting.key === id ? !sorting.isAscending : id === 'meeting' || id === 'platform',
                })
              }
              className={className}
            />
          ))}
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            {t('table.columns.actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <MeetingRow
            key={row.take.id}
            {...row}
            isOpen={row.take.id === openId}
            onToggle={() => setOpenId(row.take.id === openId ? null : row.take.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface MeetingRowProps extends RecordedMeeting {
  isOpen: boolean;
  onToggle: () => void;
}

/** Begins a meeting as the form above has it; the form says what is missing. */
function FirstMeeting() {
  const { t } = useTranslation('meeting');
  const isIdle = !useSelector(selectIsRecording);
  const isBusy = useSelector(selectAction) !== null;
  const isConnected = useSelector(selectIsConnected);
  return (
    <Button type="submit" form={MEETING_FORM_ID} disabled={!isConnected || !isIdle || isBusy}>
      {t('table.first')}
    </Button>
  );
}

function MeetingRow({ meeting, take, isOpen, onToggle }: MeetingRowProps) {
  const { t } = useTranslation('meeting');
  const work = useSelector(selectWork(take.id));
  const platform = t(`details.platforms.${meeting.platform}`);
  const cell = 'py-2.5 pr-3 text-xs whitespace-nowrap text-t2 tabular-nums';
  return (
    <>
      <tr className="border-b border-line">
        <th scope="row" className="w-full max-w-0 py-2.5 pr-3 text-left font-normal">
          <span className="block truncate font-medium text-t1" title={take.name}>
            {take.name}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-t3">
            {take.status !== 'finished' && (
              <Badge tone={take.status === 'recording' ? 'bad' : 'warning'}>
                {t(`table.status.${take.status}`)}
              </Badge>
            )}
            {take.problem !== null && <span className="text-amb-text">{take.problem}</span>}
            <span className="md:hidden">{platform}</span>
            <span className="tabular-nums sm:hidden">{formatTimer(take.durationSec)}</span>
          </span>
        </th>
        <td className={`${cell} max-md:hidden`}>{platform}</td>
        <td className={`${cell} max-md:hidden`}>{meeting.participants}</td>
        <td className={`${cell} font-mono !text-t1 max-sm:hidden`}>{formatTimer(take.durationSec)}</td>
        <td className={`${cell} max-lg:hidden`}>
          {take.startedAtMs === null ? (
            <Unknown reason={t('table.noDate')} />
          ) : (
            formatDateTime(take.startedAtMs)
          )}
        </td>
        <td className="py-2.5 pl-3">
          <Suspense fallback={null}>
            <RecordingActions take={take} isOpen={isOpen} onToggle={onToggle} />
          </Suspense>
        </td>
      </tr>
      {(isOpen || work) && (
        <tr className="border-b border-line">
          <td colSpan={COLUMNS.length + 1} className="pb-3">
            {work && <Progress label={t('table.working', { name: take.name })} ratio={work.done} />}
            {isOpen && (
              <Suspense fallback={<Skeleton className="h-40" />}>
                <TakePlayerView take={take} />
              </Suspense>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
