import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { ACCOUNT_DELETION_WAIT_DAYS } from '../../../src-shared/domain/dataRequest.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { useCancelDeletionMutation, useReadDeletionQuery, useRequestDeletionMutation } from './ownDataApi.ts';
import { OWN_DATA_FILE, useOwnDataDownload } from './useOwnDataDownload.ts';

interface Reported {
  tone: 'success' | 'error' | 'info';
  text: string;
}

/** One's own data to take along, and the end of the account. */
export function AccountCard({ userId, email }: { userId: string; email: string }) {
  const { t } = useTranslation(['gdpr', 'common']);
  const { reported, isBusy, rows, due, download, giveUp, remove, takeBack } = useAccount(userId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section
      aria-labelledby="own-title"
      className="grid gap-4 rounded-2xl border border-line2 bg-panel p-6 sm:p-8"
    >
      <div>
        <h2 id="own-title" className="text-xl font-semibold tracking-tight">
          {t('own.title')}
        </h2>
        <p className="mt-2 break-words text-t2">{t('own.signedIn', { email })}</p>
      </div>
      {due !== null && (
        <MessageBox tone="info">{t('own.due', { day: formatDate(Date.parse(due)) })}</MessageBox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" isBusy={rows !== null} onClick={() => void download()}>
          <Download aria-hidden="true" className="size-4" />
          {t('own.download')}
        </Button>
        {rows !== null && <Button onClick={giveUp}>{t('common:cancel')}</Button>}
        {due === null ? (
          <Button variant="danger" isBusy={isBusy} onClick={() => setIsAsking(true)}>
            {t('own.delete')}
          </Button>
        ) : (
          <Button isBusy={isBusy} onClick={() => void takeBack()}>
            {t('own.takeBack')}
          </Button>
        )}
      </div>
      {rows !== null && (
        <p role="status" className="text-sm text-t2 tabular-nums">
          {t('own.progress', { rows: formatFigure(rows) })}
        </p>
      )}
      {reported && <MessageBox tone={reported.tone}>{reported.text}</MessageBox>}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('own.deleteQuestion')}
        description={t('own.deleteMessage', { days: ACCOUNT_DELETION_WAIT_DAYS })}
        confirmLabel={t('own.deleteConfirm')}
        cancelLabel={t('own.keep')}
        onConfirm={() => void remove()}
        isDestructive
      />
    </section>
  );
}

function useAccount(userId: string) {
  const { t } = useTranslation('gdpr');
  const [reported, setReported] = useState<Reported | null>(null);
  const deletion = useReadDeletionQuery(userId);
  const own = useOwnDataDownload();
  const [requestDeletion, requesting] = useRequestDeletionMutation();
  const [cancelDeletion, cancelling] = useCancelDeletionMutation();
  const reasonOf = (error: unknown) => (error as RpcFailure).message;
  return {
    reported,
    due: deletion.data ?? null,
    isBusy: deletion.isLoading || requesting.isLoading || cancelling.isLoading,
    rows: own.rows,
    giveUp: own.giveUp,
    download: async () => {
      setReported(null);
      try {
        const isSaved = await own.download();
        setReported(
          isSaved
            ? { tone: 'success', text: t('own.downloaded', { name: OWN_DATA_FILE }) }
            : { tone: 'info', text: t('own.givenUp') },
        );
      } catch (error) {
        setReported({ tone: 'error', text: t('own.downloadFailed', { reason: reasonOf(error) }) });
      }
    },
    remove: async () => {
      const { error } = await requestDeletion();
      setReported(error ? { tone: 'error', text: t('own.deleteFailed', { reason: reasonOf(error) }) } : null);
    },
    takeBack: async () => {
      const { error } = await cancelDeletion();
      setReported(
        error
          ? { tone: 'error', text: t('own.takeBackFailed', { reason: reasonOf(error) }) }
          : { tone: 'success', text: t('own.kept') },
      );
    },
  };
}
