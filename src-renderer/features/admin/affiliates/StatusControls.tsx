import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { FilterSelect, RefreshButton, useFilters, type Filters } from '../../../ui/list/index.ts';

export type StatusFilters = Filters<'status'>;

export const useStatusFilters = (): StatusFilters => useFilters('status');

interface StatusControlsProps {
  filters: StatusFilters;
  list: { isFetching: boolean; isLoading: boolean; refetch: () => unknown };
  options: readonly { value: string; label: string }[];
  children?: ReactNode;
}

/** What is above a list: which status, what else can be done, and a fresh look. */
export function StatusControls({ filters: { query, set }, list, options, children }: StatusControlsProps) {
  const { t } = useTranslation('adminAffiliates');
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <FilterSelect
        label={t('statusFilter')}
        value={query.status}
        onChange={(value) => set('status', value)}
        options={options}
        className="sm:w-52"
      />
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <RefreshButton list={list} onClick={() => void list.refetch()} />
      </div>
    </div>
  );
}
