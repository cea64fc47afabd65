import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Bin } from '../../../src-shared/contract/takes.ts';
import { formatDate } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { createClientThunk } from '../../platform/index.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { readHostTrouble } from '../workspace/index.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { selectStorage } from './studioSlice.ts';
import { restoreAndReport } from './restoreAndReport.ts';
import { emptyBin, readStorage } from './studioThunks.ts';

const readBin = createClientThunk('studio/readBin', async (_: void, { client }) =>
  unwrap(await client.call('takes.listBin')),
);

/** What was deleted, and the way back. Not there while the bin is empty. */
export function BinButton() {
  const { t } = useTranslation('studio');
  const { binBytes, binUnreadable } = useSelector(selectStorage) ?? { binBytes: 0, binUnreadable: 0 };
  const [isOpen, setOpen] = useState(false);
  if (binBytes === 0 && binUnreadable === 0 && !isOpen) return null;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" className="size-3.5" />
        {binBytes === 0 && binUnreadable > 0
          ? t('recordings.bin.openUnreadable')
          : t('recordings.bin.open', { size: formatBytes(binBytes) })}
      </Button>
      {isOpen && <BinDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function BinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const [bin, setBin] = useState<Bin | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** How often it was changed here: read again after each time. */
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    void dispatch(readStorage());
    void dispatch(readBin()).then((result) => {
      if (readBin.fulfilled.match(result)) setBin(result.payload);
    });
  }, [dispatch, changes]);
  const takes = bin?.takes;
  const unreadable = bin?.unreadable ?? [];
  const read = () => setChanges((count) => count + 1);
  const onEmptied = () => {
    read();
    // There may be room by now on a disk that had none.
    void dispatch(readHostTrouble());
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:recordings.bin.title')}
      description={t('studio:recordings.bin.description')}
      closeLabel={t('common:close')}
      footer={
        <Button variant="danger" disabled={!takes?.length} onClick={() => setAsking(true)}>
          {t('studio:recordings.bin.emptyBin')}
        </Button>
      }
    >
      {unreadable.length > 0 && <UnreadableItems items={unreadable} />}
      {takes?.length === 0 && unreadable.length === 0 && (
        <p className="text-t2">{t('studio:recordings.bin.empty')}</p>
      )}
      <ul className="grid max-h-[50dvh] gap-2 overflow-y-auto">
        {takes?.map(({ id, key, name, sizeBytes, keptUntilMs }) => (
          <li key={key} className="flex items-center gap-3 rounded-lg bg-inset px-3 py-2">
            <span className="min-w-0 grow">
              <b className="block truncate font-medium text-t1">{name}</b>
              <span className="text-xs text-t3 tabular-nums">
                {formatBytes(sizeBytes)} ·{' '}
                {t('studio:recordings.bin.until', { date: formatDate(keptUntilMs) })}
              </span>
            </span>
            <Button
              size="sm"
              aria-label={t('studio:recordings.bin.restoreOne', { name })}
              onClick={() => void dispatch(restoreAndReport({ id, key })).then(read)}
            >
              {t('studio:recordings.bin.restore')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('studio:recordings.bin.question')}
        description={t('studio:recordings.bin.warning', { count: takes?.length ?? 0 })}
        confirmLabel={t('studio:recordings.bin.emptyBin')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(emptyBin()).then(onEmptied)}
      />
    </Dialog>
  );
}

/** What nobody can restore or remove until it can be read again. */
function UnreadableItems({ items }: { items: Bin['unreadable'] }) {
  const { t } = useTranslation('studio');
  return (
    <MessageBox tone="error" hint={t('recordings.bin.unreadableHint')}>
      {t('recordings.bin.unreadable', { count: items.length })}
      {items.map(({ path, code, problem }) => (
        <span key={path} title={problem} className="block font-mono text-xs wrap-anywhere">
          {code === null ? path : t('recordings.bin.unreadableItem', { path, code })}
        </span>
      ))}
    </MessageBox>
  );
}
