import { useTranslation } from '../../../lib/useTranslation.ts';
import { toCsv } from '../../../lib/csv.ts';
import { readPages } from '../../../lib/readPages.ts';
import { saveBlob } from '../../../lib/saveBlob.ts';
import type { ExportJob } from '../../exports/index.ts';
import type { Organization } from '../organizationsApi.ts';
import { useLazyReadTeamsForFileQuery, type TeamRow } from './teamsApi.ts';

const HEAD = ['team', 'description', 'name', 'email', 'role', 'added'];

/** The teams of an organization with everybody in them, as CSV. */
export function useTeamsFile({ id: organization }: Organization) {
  const { t } = useTranslation('teams');
  const [readPage] = useLazyReadTeamsForFileQuery();
  return async ({ signal, onRows }: ExportJob) => {
    const parts = [new Blob([toCsv([HEAD])])];
    let count = 0;
    const read = (last: TeamRow | null) => readPage({ organization, last }).unwrap();
    for await (const page of readPages(read, signal)) {
      const rows = page.map((row) => [
        ...[row.team, row.description, row.name, row.email, row.role, row.added_at],
      ]);
      parts.push(new Blob([toCsv(rows)]));
      onRows((count += page.length));
    }
    saveBlob(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${t('fileName')}.csv`);
  };
}
