import { Search } from 'lucide-react';
import { classNames } from '../lib/classNames.ts';
import { Input } from './Input.tsx';

interface SearchFieldProps {
  /** Also what is in it while it is empty. */
  label: string;
  query: string;
  /** As wide as what it is in. */
  isWide?: boolean;
  onChange: (query: string) => void;
}

/** What a list is narrowed by. */
export function SearchField({ label, query, isWide = false, onChange }: SearchFieldProps) {
  return (
    <label className="relative min-w-0">
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-3.5 text-t3" />
      <Input
        type="search"
        value={query}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
        className={classNames('!h-8 !pl-8', isWide ? 'w-full' : '!w-64 max-w-full')}
      />
    </label>
  );
}
