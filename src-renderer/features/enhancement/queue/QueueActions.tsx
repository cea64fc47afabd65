import { ChevronDown, Download, Pause, Play, RotateCcw, WandSparkles } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { selectIsConnected } from '../../workspace/index.ts';
import type { QueueCounts } from './queueFigures.ts';
import { selectQueue, type QueueStatus } from './queueSlice.ts';
import {
  cancelQueued,
  cancelSaving,
  pauseQueue,
  removeQueued,
  retryQueued,
  runQueue,
  saveArchive,
  saveOneByOne,
} from './queueThunks.ts';

/** What can be done with all files at once. */
export function QueueActions({ counts }: { counts: QueueCounts }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { files, saving } = useSelector(selectQueue);
  const idsOf = (...statuses: QueueStatus[]) =>
    files.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  if (saving) return <Saving {...saving} />;
  const failed = idsOf('failed', 'cancelled');
  return (
    <div className="flex flex-wrap gap-2">
      {counts.open > 0 && (
        <>
          <RunButton waiting={counts.open} />
          <Button onClick={() => void dispatch(cancelQueued(idsOf('waiting', 'working')))}>
            {t('file.queue.cancelAll')}
          </Button>
        </>
      )}
      {counts.done > 0 && (
        <DropdownMenu
          trigger={
            <Button variant={counts.open === 0 ? 'primary' : 'secondary'} disabled={!isConnected}>
              <Download aria-hidden="true" className="size-4" />
              {t('file.queue.download')}
              <ChevronDown aria-hidden="true" className="size-3.5" />
            </Button>
          }
          groups={[
            [
              {
                id: 'zip',
                label: t('file.queue.asZip'),
                onSelect: () => void dispatch(saveArchive(idsOf('done'))),
              },
              {
                id: 'each',
                label: t('file.queue.oneByOne'),
                onSelect: () => void dispatch(saveOneByOne(idsOf('done'))),
              },
            ],
          ]}
        />
      )}
      {failed.length > 0 && (
        <Button disabled={!isConnected} onClick={() => void dispatch(retryQueued(failed))}>
          <RotateCcw aria-hidden="true" className="size-4" />
          {t('file.queue.retryAll')}
        </Button>
      )}
      {counts.open === 0 && (
        <Button variant="ghost" onClick={() => void dispatch(removeQueued(files.map(({ id }) => id)))}>
          {t('file.queue.clear')}
        </Button>
      )}
    </div>
  );
}

function RunButton({ waiting }: { waiting: number }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { phase } = useSelector(selectQueue);
  if (phase === 'running') {
    return (
      <Button onClick={() => void dispatch(pauseQueue())}>
        <Pause aria-hidden="true" className="size-4" />
        {t('file.queue.pause')}
      </Button>
    );
  }
  const Icon = phase === 'paused' ? Play : WandSparkles;
  return (
    <Button variant="primary" disabled={!isConnected} onClick={() => void dispatch(runQueue())}>
      <Icon aria-hidden="true" className="size-4" />
      {phase === 'paused' ? t('file.queue.resume') : t('file.queue.start', { count: waiting })}
    </Button>
  );
}

function Saving({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation(['enhancement', 'common']);
  const dispatch = useAppDispatch();
  return (
    <div className="flex items-end gap-3">
      <div className="grow">
        <Progress
          label={t('enhancement:file.queue.saving')}
          ratio={total === 0 ? null : done / total}
          note={t('enhancement:file.queue.savingNote', { done, total })}
        />
      </div>
      <Button size="sm" onClick={() => void dispatch(cancelSaving())}>
        {t('common:cancel')}
      </Button>
    </div>
  );
}
