import './texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { AdminOnly } from '../AdminOnly.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { EventList } from './EventList.tsx';
import { HowTo } from './HowTo.tsx';
import { KeyCounts } from './KeyCounts.tsx';
import { KeyManager } from './KeyManager.tsx';

/** Document 3, section 2.13: the payment gateway's keys, its webhook, and what it reported. */
export default function GatewayScreen() {
  const { t } = useTranslation('adminGateway');
  useDocumentTitle(t('gatewayTitle'));
  return (
    <AdminOnly title={t('gatewayTitle')} refusal={t('gatewayRefused')}>
      <KeyManager
        title={t('gatewayTitle')}
        subtitle={t('gatewaySubtitle')}
        isKeySearched
        above={
          <>
            <KeyCounts />
            <ConnectionCard />
          </>
        }
        below={
          <>
            <EventList />
            <HowTo />
          </>
        }
      />
    </AdminOnly>
  );
}
