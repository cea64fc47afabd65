import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LICENCE_PLATFORMS, LICENCE_STATUSES } from '../../../../src-shared/domain/licence.ts';
import { Input } from '../../../ui/Input.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { LicenceQuery, LicenceRow } from './licencesApi.ts';

const SEARCH_PAUSE_MS = 250;
const ALL = 'all';

export interface LicenceFilters {
  query: LicenceQuery;
  typed: string;
  isFiltered: boolean;
  pageNumber: number;
  setTyped: (text: string) => void;
  setStatus: (status: string | null) => void;
  setPlatform: (platform: string | null) => void;
  /** The page after the one that ends with `last`. */
  next: (last: LicenceRow) => void;
  previous: () => void;
}

/** Search, filters and the page; another search begins at the first page. */
export function useLicenceFilters(): LicenceFilters {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const [platform, setPlatform] = useState<string | null>(null);
  /** The last row of each page before this one. */
  const [path, setPath] = useState<NonNullable<LicenceQuery['after']>[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = typed.trim();
      if (wanted === search) return;
      setSearch(wanted);
      setPath([]);
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);
  const fromFirst =
    (set: (value: string | null) => void) =>
    (value: string | null): void => {
      set(value);
      setPath([]);
    };
  return {
    query: { search, status, platform, after: path.at(-1) ?? null },
    typed,
    isFiltered: search !== '' || status !== null || platform !== null,
    pageNumber: path.length + 1,
    setTyped,
    setStatus: fromFirst(setStatus),
    setPlatform: fromFirst(setPlatform),
    next: ({ created_at: createdAt, id }) => setPath([...path, { createdAt, id }]),
    previous: () => setPath(path.slice(0, -1)),
  };
}

export function Filters({ filters }: { filters: LicenceFilters }) {
  const { t } = useTranslation('adminLicences');
  const { query, typed, setTyped, setStatus, setPlatform } = filters;
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
          label={t('statusFilter')}
          value={query.status ?? ALL}
          onChange={(value) => setStatus(value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('all'), note: t('statusFilter') },
            ...LICENCE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
      </div>
      <div className="w-full sm:w-44">
        <Select
          label={t('platformFilter')}
          value={query.platform ?? ALL}
          onChange={(value) => setPlatform(value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('all'), note: t('platformFilter') },
            ...LICENCE_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) })),
          ]}
        />
      </div>
    </div>
  );
}
