import { Search, X } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcut, useShortcutText } from '../../lib/shortcuts.ts';
import { Input } from '../../ui/Input.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useHelpAddress } from './address.ts';
import { useSearchField } from '../../articles/useSearchField.ts';

/** Finds while it is typed. Down goes to the results, Escape empties it. */
export function SearchBox() {
  const { t } = useTranslation('help');
  const { address, go } = useHelpAddress();
  const query = address.articleId === null ? address.query : '';
  // One place in the history for all that is typed.
  const look = (text: string) => go(text === '' ? {} : { query: text }, query !== '' || text === '');
  const { field, empty, onKeyDown } = useSearchField(query, look);
  const keys = useShortcutText('help.search');
  useShortcut('help.search', () => field.current?.focus(), {
    ignoreWhen: ({ target }) => target instanceof Element && target.closest(OWN_KEYS) !== null,
  });
  return (
    <div role="search" className="relative w-full sm:w-80">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-3 size-4 text-t3" />
      <Input
        ref={field}
        id="help-search"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-label={t('search.label')}
        aria-keyshortcuts={keys.aria}
        placeholder={t('search.placeholder')}
        defaultValue={query}
        onChange={({ target }) => look(target.value)}
        onKeyDown={onKeyDown}
        className="pr-10 pl-9"
      />
      {query === '' && keys.text === undefined ? null : query === '' ? (
        <span aria-hidden="true" className="pointer-events-none absolute top-2 right-3 hidden sm:block">
          <Kbd>{keys.text}</Kbd>
        </span>
      ) : (
        <button
          type="button"
          aria-label={t('search.clear')}
          onClick={() => {
            empty();
            field.current?.focus();
          }}
          className="absolute top-1 right-1 grid size-7 place-items-center rounded-md text-t2 hover:bg-raise hover:text-t1"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}

/** Where a sign means something else. */
const OWN_KEYS = '[role=dialog],[role=alertdialog],[role=listbox]';
