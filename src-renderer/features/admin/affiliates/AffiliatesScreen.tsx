import './texts.ts';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Page } from '../../../ui/Page.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { Applications } from './Applications.tsx';
import { Payouts } from './Payouts.tsx';

/** Who wants to be an affiliate, and who wants to be paid, for super admins. */
export default function AffiliatesScreen() {
  const { t } = useTranslation('adminAffiliates');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Affiliates />
    </AdminOnly>
  );
}

function Affiliates() {
  const { t } = useTranslation('adminAffiliates');
  const [search, setSearch] = useSearchParams();
  const part = search.get('part') === 'payouts' ? 'payouts' : 'applications';
  return (
    <Page title={t('title')} subtitle={t('subtitle')} width="medium">
      <Tabs
        label={t('parts')}
        value={part}
        onChange={(next) => setSearch(next === 'payouts' ? { part: next } : {}, { replace: true })}
        tabs={[
          { value: 'applications', label: t('applications'), content: <Applications /> },
          { value: 'payouts', label: t('payouts'), content: <Payouts /> },
        ]}
      />
    </Page>
  );
}
