import './texts.ts';
import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { ListFailure } from '../../ui/list/index.ts';
import { useReadApplicationQuery, type AffiliateSummary } from './affiliateApi.ts';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';

/** Document 3, section 2.5: the application, and what is in its place once it was sent. */
export default function ApplyScreen() {
  const { t } = useTranslation('affiliate');
  useDocumentTitle(t('form.title'));
  return (
    <AffiliateFrame title={t('form.title')} subtitle={() => t('form.subtitle')} isNarrow>
      {(summary) => <Application summary={summary} />}
    </AffiliateFrame>
  );
}

function Application({ summary }: { summary: AffiliateSummary | null }) {
  const { t } = useTranslation('affiliate');
  const [isSent, setIsSent] = useState(false);
  if (isSent) {
    return (
      <Ended title={t('form.done')} message={t('form.doneMessage')}>
        <Button asChild variant="primary">
          <Link to={ROUTES.dashboard}>{t('form.toDashboard')}</Link>
        </Button>
      </Ended>
    );
  }
  if (summary !== null && (summary.status !== 'rejected' || summary.totalReferrals > 0)) {
    return (
      <Ended title={t('form.already')}>
        <Button asChild>
          <Link to={ROUTES.affiliate}>{t('form.toAffiliate')}</Link>
        </Button>
      </Ended>
    );
  }
  if (summary !== null) return <Again programId={summary.id} onSent={() => setIsSent(true)} />;
  return <ApplicationForm former={null} onSent={() => setIsSent(true)} />;
}

/** With what was sent before. */
function Again({ programId, onSent }: { programId: string; onSent: () => void }) {
  const { data, error, refetch } = useReadApplicationQuery(programId);
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  return <ApplicationForm former={data} onSent={onSent} />;
}

function Ended({ title, message, children }: { title: string; message?: string; children: ReactNode }) {
  return (
    <Card role="status" aria-label={title} className="py-10">
      <EmptyState
        icon={<CircleCheck aria-hidden="true" className="text-grn-text" />}
        title={title}
        message={message}
        action={children}
      />
    </Card>
  );
}
