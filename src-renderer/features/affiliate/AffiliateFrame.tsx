import { skipToken } from '@reduxjs/toolkit/query/react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import { ListFailure } from '../../ui/list/index.ts';
import { selectSession } from '../auth/index.ts';
import { useReadAffiliateQuery, type AffiliateSummary } from './affiliateApi.ts';

interface AffiliateFrameProps {
  title: string;
  /** As long as nothing is known, for somebody without a part. */
  subtitle: (summary: AffiliateSummary | null) => string;
  isNarrow?: boolean;
  children: (summary: AffiliateSummary | null) => ReactNode;
}

/** Title, and what stands in place of a screen of the programme that cannot be shown. */
export function AffiliateFrame({ title, subtitle, isNarrow = false, children }: AffiliateFrameProps) {
  const { t } = useTranslation('affiliate');
  const session = useSelector(selectSession);
  const data = session.status === 'ready' ? session.data : null;
  const userId = data?.kind === 'signedIn' ? data.userId : null;
  const part = useReadAffiliateQuery(userId ?? skipToken, { refetchOnMountOrArgChange: true });
  return (
    <Page title={title} subtitle={subtitle(part.data ?? null)} width={isNarrow ? 'form' : 'medium'}>
      {userId !== null ? (
        <Part part={part} show={children} />
      ) : (
        <Card>
          <UnsupportedState title={t('local.title')} message={t('local.message')} />
        </Card>
      )}
    </Page>
  );
}

interface PartProps {
  part: { data?: AffiliateSummary | null | undefined; error?: unknown; refetch: () => unknown };
  show: (summary: AffiliateSummary | null) => ReactNode;
}

function Part({ part: { data, error, refetch }, show }: PartProps) {
  if (data !== undefined) return show(data);
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Skeleton className="h-32 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
    </>
  );
}
