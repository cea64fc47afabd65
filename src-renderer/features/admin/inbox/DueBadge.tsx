import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { DATA_REQUEST_DAYS } from '../../../../src-shared/domain/dataRequest.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';

const DAY_MS = 86_400_000;
/** From then on the date stands out. */
const SOON_DAYS = 7;

/** Until when a data request must be answered: what the GDPR page promises. */
export function DueBadge({ createdAt }: { createdAt: string }) {
  const { t } = useTranslation('adminInbox');
  const dueMs = Date.parse(createdAt) + DATA_REQUEST_DAYS * DAY_MS;
  const [nowMs] = useState(() => Date.now());
  const leftMs = dueMs - nowMs;
  if (leftMs < 0) return <Badge tone="bad">{t('overdue', { date: formatDate(dueMs) })}</Badge>;
  return (
    <Badge tone={leftMs < SOON_DAYS * DAY_MS ? 'warning' : 'neutral'}>
      {t('answerBy', { date: formatDate(dueMs) })}
    </Badge>
  );
}
