import { Suspense, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { missingForScreens } from '../../media/video/sources.ts';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectIsConnected, selectVideoSupport } from '../workspace/index.ts';

interface RecorderFrameProps {
  title: string;
  texts: {
    loading: string;
    /** That nothing is recorded here. */
    unsupported: string;
    /** Why, where the browser lacks it. */
    noCapture: string;
    noEncoder: string;
  };
  /** Where a host hears what is recorded. */
  host: ReactNode;
  /** Where the page itself does; it may be loaded when it is first shown. */
  page: ReactNode;
}

/** A screen that records what a browser shares: by the host, by this page, or not at all, and why. */
export function RecorderFrame({ title, texts, host, page }: RecorderFrameProps) {
  useDocumentTitle(title);
  return (
    <Page title={title}>
      <Content texts={texts} host={host} page={page} />
    </Page>
  );
}

function Content({ texts, host, page }: Omit<RecorderFrameProps, 'title'>): ReactNode {
  const { t } = useTranslation('shell');
  const support = useSelector(selectVideoSupport);
  const isConnected = useSelector(selectIsConnected);
  const missing = missingForScreens();
  if (support === null) {
    if (isConnected) return <Loading label={texts.loading} />;
    return (
      <Card>
        <OfflineState title={t('connection.lost')} message={t('connection.lostMessage')} />
      </Card>
    );
  }
  const reason = !support.supported
    ? support.reason
    : missing && (missing === 'capture' ? texts.noCapture : texts.noEncoder);
  if (reason === null) {
    if (!support.supported || support.heardBy === 'host') return host;
    return <Suspense fallback={<Loading label={texts.loading} />}>{page}</Suspense>;
  }
  return (
    <Card>
      <UnsupportedState title={texts.unsupported} message={reason} />
    </Card>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3.5">
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}
