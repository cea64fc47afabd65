import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MEMBER_ROLES, MEMBER_STATUSES } from '../../../../src-shared/domain/organization.ts';
import { Input } from '../../../ui/Input.tsx';
import { Select } from '../../../ui/Select.tsx';
import { usePath, type PagePath } from '../usePath.ts';
import { useSearch } from '../useSearch.ts';
import type { UserQuery } from './usersApi.ts';

const ALL = 'all';

export interface Filters {
  query: UserQuery;
  typed: string;
  isFiltered: boolean;
  path: PagePath;
  setTyped: (text: string) => void;
  setRole: (role: string | null) => void;
  setStatus: (status: string | null) => void;
}

/** Search, filters and the page; another search begins at the first page. */
export function useUserFilters(organization: string): Filters {
  const path = usePath();
  const { typed, setTyped, search } = useSearch(path.restart);
  const [role, setRole] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const fromFirst =
    (set: (value: string | null) => void) =>
    (value: string | null): void => {
      set(value);
      path.restart();
    };
  return {
    query: { organization, search, role, status, after: path.after },
    typed,
    isFiltered: search !== '' || role !== null || status !== null,
    path,
    setTyped,
    setRole: fromFirst(setRole),
    setStatus: fromFirst(setStatus),
  };
}

export function UserFilters({ filters }: { filters: Filters }) {
  const { t } = useTranslation(['users', 'organization']);
  const { query, typed, setTyped, setRole, setStatus } = filters;
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <div className="relative min-w-0 grow basis-72">
        <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-t3" />
        <Input
          type="search"
          aria-label={t('users:search')}
          placeholder={t('users:search')}
          className="pl-9"
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="w-full sm:w-44">
        <Select
          label={t('users:roleFilter')}
          value={query.role ?? ALL}
          onChange={(value) => setRole(value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('organization:all'), note: t('users:roleFilter') },
            ...MEMBER_ROLES.map((value) => ({ value, label: t(`users:role.${value}`) })),
          ]}
        />
      </div>
      <div className="w-full sm:w-44">
        <Select
          label={t('users:statusFilter')}
          value={query.status ?? ALL}
          onChange={(value) => setStatus(value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('organization:all'), note: t('users:statusFilter') },
            ...MEMBER_STATUSES.map((value) => ({ value, label: t(`users:status.${value}`) })),
          ]}
        />
      </div>
    </div>
  );
}
