import './texts.ts';
import { CircleX, Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatDate } from '../../lib/dates.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import type { AffiliateSummary } from './affiliateApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { Pitch } from './Pitch.tsx';

/** Document 3, section 2.5: the pitch, what became of one's application, or one's part in the programme. */
export default function AffiliateScreen() {
  const { t } = useTranslation('affiliate');
  useDocumentTitle(t('title'));
  return (
    <AffiliateFrame
      title={t('title')}
      subtitle={(summary) => t(summary === null ? 'pitchSubtitle' : 'subtitle')}
    >
      {(summary) => <Part summary={summary} />}
    </AffiliateFrame>
  );
}

function Part({ summary }: { summary: AffiliateSummary | null }) {
  const { t } = useTranslation('affiliate');
  if (summary === null) return <Pitch />;
  if (summary.status === 'pending') {
    return (
      <Card>
        <EmptyState
          icon={<Hourglass aria-hidden="true" className="text-amb" />}
          title={t('pending.title')}
          message={t('pending.message', { date: formatDate(Date.parse(summary.appliedAt)) })}
        />
      </Card>
    );
  }
  if (summary.status === 'approved') return <Dashboard summary={summary} />;
  const reason = t('rejected.reason', { reason: summary.reason });
  if (summary.totalReferrals > 0) {
    return (
      <>
        <MessageBox tone="info" hint={`${reason} ${t('ended.hint')}`}>
          {t('ended.title')}
        </MessageBox>
        <Dashboard summary={summary} />
      </>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={<CircleX aria-hidden="true" className="text-amb" />}
        title={t('rejected.title')}
        message={<bdi className="whitespace-pre-wrap wrap-anywhere">{reason}</bdi>}
        action={
          <Button asChild>
            <Link to={ROUTES.affiliateSignUp}>{t('rejected.again')}</Link>
          </Button>
        }
      />
    </Card>
  );
}
