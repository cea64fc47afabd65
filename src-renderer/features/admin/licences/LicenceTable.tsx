import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Card.tsx';
import { ListStates, Pages, Table, type Filters, type ListResult } from '../../../ui/list/index.ts';
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
    <ListStates
      list={page}
      path={path}
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
        <Panel>
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
          <Pages
            path={path}
            rows={rows}
            size={PAGE_SIZE}
            cursorOf={({ created_at: at, id }) => ({ at, id })}
          />
        </Panel>
      )}
    </ListStates>
  );
}
