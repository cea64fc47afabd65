import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INBOX_KINDS, INBOX_STATUSES } from '../../../../src-shared/domain/inbox.ts';
import { Input } from '../../../ui/Input.tsx';
import { Select } from '../../../ui/Select.tsx';
import { usePath, useSearch, type PagePath } from '../../organization/index.ts';
import type { InboxQuery } from './inboxApi.ts';

const ALL = 'all';

export interface Filters {
  query: InboxQuery;
  typed: string;
  isFiltered: boolean;
  path: PagePath;
  setTyped: (text: string) => void;
  setKind: (kind: string | null) => void;
  setStatus: (status: string | null) => void;
}

/** Search, filters and the page; another search begins at the first page. */
export function useInboxFilters(): Filters {
  const path = usePath();
  const { typed, setTyped, search } = useSearch(path.restart);
  const [kind, setKind] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const fromFirst =
    (set: (value: string | null) => void) =>
    (value: string | null): void => {
      set(value);
      path.restart();
    };
  return {
    query: { search, kind, status, after: path.after },
    typed,
    isFiltered: search !== '' || kind !== null || status !== null,
    path,
    setTyped,
    setKind: fromFirst(setKind),
    setStatus: fromFirst(setStatus),
  };
}

export function InboxFilters({ filters }: { filters: Filters }) {
  const { t } = useTranslation('adminInbox');
  const { query, typed, setTyped, setKind, setStatus } = filters;
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <div className="relative min-w-0 grow basis-72">
        <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-t3" />
        <Input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          className="pl-9"
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="w-full sm:w-44">
        <Select
          label={t('kindFilter')}
          value={query.kind ?? ALL}
          onChange={(value) => setKind(value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('all'), note: t('kindFilter') },
            ...INBOX_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
        />
      </div>
      <div className="w-full sm:w-44">
        <Select
          label={t('statusFilter')}
          value={query.status ?? ALL}
          onChange={(value) => setStatus(value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('all'), note: t('statusFilter') },
            ...INBOX_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
          ]}
        />
      </div>
    </div>
  );
}
