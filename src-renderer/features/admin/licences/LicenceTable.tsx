import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListPanel, Table, type Filters, type ListResult } from '../../../ui/list/index.ts';
import { LicenceTableRow } from './LicenceTableRow.tsx';
import { PAGE_SIZE, type LicenceRow } from './licencesApi.ts';

interface LicenceTableProps {
  page: ListResult<LicenceRow>;
  filters: Filters<'status' | 'platform'>;
  onGenerate: () => void;
}

const COLUMNS = ['key', 'user', 'platform', 'status', 'device', 'trial', 'actions'] as const;

/** A page of licences, newest first. */
export function LicenceTable({ page, filters: { isFiltered, path }, onGenerate }: LicenceTableProps) {
  const { t } = useTranslation('adminLicences');
  return (
    <ListPanel
      list={page}
      path={path}
      size={PAGE_SIZE}
      by="created_at"
      failed={t('failed')}
      empty={{
        title: t('empty'),
        message: isFiltered ? t('emptyFiltered') : t('emptyHint'),
        action: isFiltered ? undefined : (
          <Button variant="primary" onClick={onGenerate}>
            {t('generateFirst')}
          </Button>
        ),
      }}
    >
      {(rows) => (
        <Table
          label={t('table')}
          isBusy={page.isFetching}
          tableClassName="stacked min-w-[64rem]"
          columns={COLUMNS.map((id) => ({ id, text: t(`columns.${id}`) }))}
        >
          {rows.map((licence) => (
            <LicenceTableRow key={licence.id} licence={licence} />
          ))}
        </Table>
      )}
    </ListPanel>
  );
}
