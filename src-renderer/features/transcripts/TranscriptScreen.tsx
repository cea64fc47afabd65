import './editorTexts.ts';
import { ChevronLeft } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState, OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectIsConnected, selectTranscripts } from '../workspace/index.ts';
import { TranscriptEditor } from './TranscriptEditor.tsx';
import { useDraft } from './useDraft.ts';

/** The words of one recording, to read, hear, correct and cut. */
export default function TranscriptScreen() {
  const { t } = useTranslation('transcriptEditor');
  useDocumentTitle(t('title'));
  const [params] = useSearchParams();
  const takeId = params.get('take') ?? '';
  const support = useSelector(selectTranscripts);
  if (support?.supported === true && takeId !== '') {
    return <Opened takeId={takeId} atSec={secondOf(params.get('at'))} />;
  }
  return (
    <Page title={t('title')}>
      <Card>
        {takeId === '' ? (
          <NoTranscript />
        ) : (
          <NotHere reason={support?.supported === false ? support.reason : null} />
        )}
      </Card>
    </Page>
  );
}

/** null: not said, or no number. */
function secondOf(text: string | null): number | null {
  const sec = text === null ? Number.NaN : Number(text);
  return Number.isFinite(sec) && sec >= 0 ? sec : null;
}

function NotHere({ reason }: { reason: string | null }) {
  const { t } = useTranslation(['transcriptEditor', 'shell']);
  const isConnected = useSelector(selectIsConnected);
  if (reason !== null) return <UnsupportedState title={t('transcriptEditor:unsupported')} message={reason} />;
  if (isConnected) return <Loading />;
  return <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />;
}

function Loading() {
  const { t } = useTranslation('transcriptEditor');
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton className="h-64" />
    </div>
  );
}

function NoTranscript() {
  const { t } = useTranslation('transcriptEditor');
  return <EmptyState title={t('none')} message={t('noneMessage')} action={<ToRecordings />} />;
}

function ToRecordings() {
  const { t } = useTranslation('transcriptEditor');
  return (
    <Button asChild size="sm" variant="ghost">
      <Link to={ROUTES.recordingStudio}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        {t('recordings')}
      </Link>
    </Button>
  );
}

function Opened({ takeId, atSec }: { takeId: string; atSec: number | null }) {
  const { t } = useTranslation(['transcriptEditor', 'common']);
  const { opened, load } = useDraft(takeId);
  const draft = opened.status === 'ready' ? opened.data.draft : null;
  const name = opened.status === 'ready' ? opened.data.name : null;
  return (
    <Page
      title={name === null ? t('transcriptEditor:title') : t('transcriptEditor:titleOf', { name })}
      actions={<ToRecordings />}
    >
      {draft ? (
        <TranscriptEditor
          // Another moment of the same recording is gone to as well.
          key={`${takeId} ${atSec}`}
          takeId={takeId}
          name={name ?? ''}
          draft={draft}
          atSec={atSec}
          onLoad={load}
        />
      ) : (
        <Card>
          {opened.status === 'loading' && <Loading />}
          {opened.status === 'ready' && <NoTranscript />}
          {opened.status === 'failed' && (
            <ErrorState
              title={t('transcriptEditor:failed')}
              message={opened.error.message}
              action={<Button onClick={load}>{t('common:retry')}</Button>}
            />
          )}
        </Card>
      )}
    </Page>
  );
}
