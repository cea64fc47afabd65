import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { LICENCE_PLATFORMS, LICENCE_STATUSES } from '../../../../src-shared/domain/licence.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { CountCards, FilterSelect, RefreshButton, SearchBar, useFilters } from '../../../ui/list/index.ts';
import { Page } from '../../../ui/Page.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { GenerateDialog } from './GenerateDialog.tsx';
import { LicenceTable } from './LicenceTable.tsx';
import { useCountLicencesQuery, useSearchLicencesQuery } from './licencesApi.ts';

const CARDS = ['total', 'active', 'trial', 'expired', 'revoked'] as const;

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
  const filters = useFilters('status', 'platform');
  const { query, typed, setTyped, set } = filters;
  const counts = useCountLicencesQuery();
  const page = useSearchLicencesQuery(query, { refetchOnMountOrArgChange: true });
  const [isGenerating, setIsGenerating] = useState(false);
  const refresh = () => {
    void counts.refetch();
    void page.refetch();
  };
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <div className="flex flex-wrap gap-2">
          <RefreshButton list={page} onClick={refresh} />
          <Button variant="primary" onClick={() => setIsGenerating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('generate')}
          </Button>
        </div>
      }
    >
      <CountCards
        label={t('cards.label')}
        names={CARDS}
        counts={counts.data}
        textOf={(name) => t(`cards.${name}`)}
      />
      <SearchBar label={t('search')} typed={typed} onType={setTyped}>
        <FilterSelect
          label={t('statusFilter')}
          value={query.status}
          onChange={(value) => set('status', value)}
          options={LICENCE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <FilterSelect
          label={t('platformFilter')}
          value={query.platform}
          onChange={(value) => set('platform', value)}
          options={LICENCE_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
        />
      </SearchBar>
      <LicenceTable page={page} filters={filters} onGenerate={() => setIsGenerating(true)} />
      <GenerateDialog isOpen={isGenerating} onOpenChange={setIsGenerating} />
    </Page>
  );
}
