import { RefreshCw, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { Button } from '../Button.tsx';
import { Input } from '../Input.tsx';
import { Select } from '../Select.tsx';

interface SearchInputProps {
  /** Also what is in it while it is empty. */
  label: string;
  typed: string;
  onType: (text: string) => void;
  className?: string;
}

/** The search of a list, with its filters beside it. */
export function SearchBar({ children, ...search }: SearchInputProps & { children?: ReactNode }) {
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <SearchInput {...search} className="min-w-0 grow basis-72" />
      {children}
    </div>
  );
}

export function SearchInput({ label, typed, onType, className }: SearchInputProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-t3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-9"
        maxLength={200}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}

const ALL = 'all';

interface FilterSelectProps {
  label: string;
  /** null: all. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
  className?: string;
}

/** Which rows of a list are shown. */
export function FilterSelect({ label, value, options, onChange, className = 'sm:w-44' }: FilterSelectProps) {
  const { t } = useTranslation('list');
  return (
    <div className={classNames('w-full', className)}>
      <Select
        label={label}
        value={value ?? ALL}
        onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
        options={[{ value: ALL, label: t('all'), note: label }, ...options]}
      />
    </div>
  );
}

interface RefreshButtonProps {
  list: { isFetching: boolean; isLoading: boolean };
  onClick: () => void;
}

/** A fresh look at a list. */
export function RefreshButton({ list, onClick }: RefreshButtonProps) {
  const { t } = useTranslation('list');
  return (
    <Button onClick={onClick} isBusy={list.isFetching && !list.isLoading}>
      <RefreshCw aria-hidden="true" className="size-4" />
      {t('refresh')}
    </Button>
  );
}
