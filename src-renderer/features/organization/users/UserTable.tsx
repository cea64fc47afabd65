import { useTranslation } from '../../../lib/useTranslation.ts';
import { classNames } from '../../../lib/classNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListPanel, Table, type Filters, type ListResult } from '../../../ui/list/index.ts';
import type { Organization } from '../organizationsApi.ts';
import { COLUMNS, SHOWN_FROM } from './columns.ts';
import { UserTableRow } from './UserTableRow.tsx';
import { PAGE_SIZE, type UserRow } from './usersApi.ts';

interface UserTableProps {
  organization: Organization;
  page: ListResult<UserRow>;
  filters: Filters<'role' | 'status'>;
  onInvite: () => void;
}

/** A page of users, newest first. */
export function UserTable({ organization, page, filters: { isFiltered, path }, onInvite }: UserTableProps) {
  const { t } = useTranslation('users');
  return (
    <ListPanel
      list={page}
      path={path}
      size={PAGE_SIZE}
      by="joined_at"
      empty={{
        title: t('empty'),
        message: isFiltered ? t('emptyFiltered') : t('emptyHint'),
        action:
          organization.role === 'member' ? undefined : (
            <Button variant="primary" onClick={onInvite}>
              {t('inviteFirst')}
            </Button>
          ),
      }}
    >
      {(rows) => (
        <Table
          label={t('table')}
          isBusy={page.isFetching}
          tableClassName=""
          columns={COLUMNS.map((id) => ({
            id,
            text: t(`columns.${id}`),
            className: classNames('last:text-right', SHOWN_FROM[id]),
          }))}
        >
          {rows.map((user) => (
            <UserTableRow key={user.id} organization={organization} user={user} />
          ))}
        </Table>
      )}
    </ListPanel>
  );
}
