import { Search, X } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useSearchField } from '../../articles/useSearchField.ts';

interface SearchFieldProps {
  query: string;
  onLook: (text: string) => void;
}

/** Finds while it is typed. Down goes to the results, Enter opens the first, Escape empties it. */
export function SearchField({ query, onLook }: SearchFieldProps) {
  const { t } = useTranslation('docs');
  const { field, empty, onKeyDown } = useSearchField(query, onLook);
  return (
    <div role="search" className="relative w-full max-w-[36rem] print:hidden">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-t3"
      />
      <input
        ref={field}
        id="docs-search"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        defaultValue={query}
        onChange={({ target }) => onLook(target.value)}
        onKeyDown={onKeyDown}
        className="h-13 w-full rounded-xl border border-line2 bg-panel pr-12 pl-12 text-base text-t1 shadow-panel placeholder:text-t3 hover:border-edge"
      />
      {query !== '' && (
        <button
          type="button"
          aria-label={t('search.clear')}
          onClick={() => {
            empty();
            field.current?.focus();
          }}
          className="absolute top-1/2 right-2.5 grid size-9 -translate-y-1/2 place-items-center rounded-lg text-t2 hover:bg-raise hover:text-t1"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}
