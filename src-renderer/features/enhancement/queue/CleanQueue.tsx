import { TriangleAlert } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { MAX_CLEAN_FILES } from '../../../../src-shared/domain/fileCleaning.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { useLeaveWarning } from '../../../lib/useLeaveWarning.ts';
import { ContainerSelect, TargetSelect } from '../cleanSelects.tsx';
import { ChooseButtons } from './FileChooser.tsx';
import { QueueActions } from './QueueActions.tsx';
import { QueueProgress } from './QueueProgress.tsx';
import { QueueRow } from './QueueRow.tsx';
import { countFiles } from './queueFigures.ts';
import { queueOptionsChanged, selectQueue } from './queueSlice.ts';

/** Names of files that were left out, before "and 12 more". */
const MOST_NAMES = 3;
const always = () => true;

/** Many files: what is to be done with them, how far they are, and each of them. */
export function CleanQueue() {
  const { t } = useTranslation('enhancement');
  const queue = useSelector(selectQueue);
  const counts = countFiles(queue.files);
  // What was cleaned lies with this page until it is downloaded.
  useLeaveWarning(counts.open > 0 && queue.phase === 'running', always);
  return (
    <div className="grid min-w-0 gap-3.5">
      <QueueOptions />
      <QueueProgress counts={counts} />
      {queue.error && <Trouble text={queue.error.message} />}
      {queue.leftOut.length > 0 && <LeftOut names={queue.leftOut} />}
      <ul
        aria-label={t('file.queue.list')}
        className="max-h-[32rem] divide-y divide-line overflow-y-auto rounded-lg border border-line2"
      >
        {queue.files.map((file) => (
          <QueueRow key={file.id} file={file} />
        ))}
      </ul>
      <QueueActions counts={counts} />
    </div>
  );
}

function QueueOptions() {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const { targetLufs, container } = useSelector(selectQueue);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="grid gap-1.5">
        <span className="text-xs text-t2">{t('file.target')}</span>
        <TargetSelect
          value={targetLufs}
          onChange={(value) => dispatch(queueOptionsChanged({ targetLufs: value }))}
        />
      </div>
      <div className="grid gap-1.5">
        <span className="text-xs text-t2">{t('file.saveAs')}</span>
        <ContainerSelect
          value={container}
          onChange={(value) => dispatch(queueOptionsChanged({ container: value }))}
          videoLabel={t('file.queue.video')}
        />
      </div>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        <ChooseButtons files={t('file.queue.add')} folder={t('file.queue.addFolder')} />
      </div>
      <p className="w-full text-xs text-t3">{t('file.settingsNote')}</p>
    </div>
  );
}

function Trouble({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 text-red-text [&>svg]:mt-0.5 [&>svg]:size-4">
      <TriangleAlert aria-hidden="true" className="shrink-0" />
      {text}
    </p>
  );
}

function LeftOut({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('enhancement');
  const first = names.slice(0, MOST_NAMES).join(', ');
  const rest = names.length - MOST_NAMES;
  const all = rest > 0 ? t('file.queue.more', { names: first, count: rest }) : first;
  return (
    <p role="status" className="text-xs break-words text-amb-text">
      {t('file.queue.leftOut', { count: names.length, names: all, most: MAX_CLEAN_FILES })}
    </p>
  );
}
