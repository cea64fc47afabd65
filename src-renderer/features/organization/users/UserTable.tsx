import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/classNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure } from '../ListFailure.tsx';
import { Pages } from '../Pages.tsx';
import type { Organization } from '../organizationsApi.ts';
import { COLUMNS, SHOWN_FROM } from './columns.ts';
import type { Filters } from './UserFilters.tsx';
import { UserTableRow } from './UserTableRow.tsx';
import { PAGE_SIZE, type UserRow } from './usersApi.ts';

interface UserTableProps {
  organization: Organization;
  page: { data?: UserRow[] | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  filters: Filters;
  onInvite: () => void;
}

/** A page of users, newest first. */
export function UserTable({ organization, page, filters, onInvite }: UserTableProps) {
  const { t } = useTranslation('users');
  const { data, error } = page;
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void page.refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.length === 0 && filters.path.pageNumber === 1) {
    return (
      <Card>
        <EmptyState
          title={t('empty')}
          message={filters.isFiltered ? t('emptyFiltered') : t('emptyHint')}
          action={
            organization.role === 'member' ? undefined : (
              <Button variant="primary" onClick={onInvite}>
                {t('inviteFirst')}
              </Button>
            )
          }
        />
      </Card>
    );
  }
  const last = data.length === PAGE_SIZE ? data.at(-1) : undefined;
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-panel shadow-panel">
      <div
        role="region"
        aria-label={t('table')}
        aria-busy={page.isFetching}
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full text-left">
          <thead className="border-b border-line2 text-xs text-t2">
            <tr>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={classNames('px-4 py-2.5 font-medium last:text-right', SHOWN_FROM[column])}
                >
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={page.isFetching ? 'opacity-60' : undefined}>
            {data.map((user) => (
              <UserTableRow key={user.id} organization={organization} user={user} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages path={filters.path} last={last ? { at: last.joined_at, id: last.id } : null} />
    </section>
  );
}
