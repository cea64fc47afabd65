import { Tags, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { LabelsDialog } from './LabelsDialog.tsx';
import { restoreAndReport } from './restoreAndReport.ts';
import { deleteTake } from './studioThunks.ts';

/** What is done with several recordings at once. */
export function ChosenRecordings({ takes, onClear }: { takes: readonly TakeSummary[]; onClear: () => void }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const [isLabelling, setLabelling] = useState(false);
  const remove = async () => {
    const removed: string[] = [];
    for (const { id } of takes)
      if (deleteTake.fulfilled.match(await dispatch(deleteTake(id)))) removed.push(id);
    onClear();
    if (removed.length === 0) return;
    showUndoNotice(t('recordings.removedMany', { count: removed.length }), t('recordings.undo'), () =>
      removed.forEach((id) => void dispatch(restoreAndReport({ id }))),
    );
  };
  return (
    <div
      role="group"
      aria-label={t('recordings.chosenActions')}
      className="mb-2 flex flex-wrap items-center gap-2 rounded-lg bg-inset px-3 py-2"
    >
      <span role="status" className="grow text-xs text-t1 tabular-nums">
        {t('recordings.chosen', { count: takes.length })}
      </span>
      <Button size="sm" onClick={() => setLabelling(true)}>
        <Tags aria-hidden="true" className="size-3.5" />
        {t('recordings.chosenLabels')}
      </Button>
      <Button size="sm" onClick={() => void remove()}>
        <Trash2 aria-hidden="true" className="size-3.5" />
        {t('recordings.chosenDelete')}
      </Button>
      <IconButton
        label={t('recordings.chosenClear')}
        icon={<X aria-hidden="true" />}
        hasBorder={false}
        onClick={onClear}
      />
      {isLabelling && <LabelsDialog takes={takes} onClose={() => setLabelling(false)} />}
    </div>
  );
}
