import './texts.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
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
    <div className="mx-auto grid max-w-[76rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <div className="grid gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="text-t2">{t('subtitle')}</p>
      </div>
      <Tabs
        label={t('parts')}
        value={part}
        onChange={(next) => setSearch(next === 'payouts' ? { part: next } : {}, { replace: true })}
        tabs={[
          { value: 'applications', label: t('applications'), content: <Applications /> },
          { value: 'payouts', label: t('payouts'), content: <Payouts /> },
        ]}
      />
    </div>
  );
}
