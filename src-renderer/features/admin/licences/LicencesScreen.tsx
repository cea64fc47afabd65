import './texts.ts';
import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { CountCards } from './CountCards.tsx';
import { Filters, useLicenceFilters } from './Filters.tsx';
import { GenerateDialog } from './GenerateDialog.tsx';
import { LicenceTable } from './LicenceTable.tsx';
import { useCountLicencesQuery, useSearchLicencesQuery } from './licencesApi.ts';

/** License keys, for super admins. */
export default function LicencesScreen() {
  const { t } = useTranslation('adminLicences');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Management />
    </AdminOnly>
  );
}

function Management() {
  const { t } = useTranslation('adminLicences');
  const filters = useLicenceFilters();
  const counts = useCountLicencesQuery();
  const page = useSearchLicencesQuery(filters.query, { refetchOnMountOrArgChange: true });
  const [isGenerating, setIsGenerating] = useState(false);
  const refresh = () => {
    void counts.refetch();
    void page.refetch();
  };
  return (
    <div className="mx-auto grid max-w-[92rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
          <p className="text-t2">{t('subtitle')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={refresh} isBusy={page.isFetching && !page.isLoading}>
            <RefreshCw aria-hidden="true" className="size-4" />
            {t('refresh')}
          </Button>
          <Button variant="primary" onClick={() => setIsGenerating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('generate')}
          </Button>
        </div>
      </header>
      <CountCards counts={counts.data ?? null} />
      <Filters filters={filters} />
      <LicenceTable page={page} filters={filters} onGenerate={() => setIsGenerating(true)} />
      <GenerateDialog isOpen={isGenerating} onOpenChange={setIsGenerating} />
    </div>
  );
}
