import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useFind, type FindOptions } from './useFind.ts';

/** Words that are looked for, and what takes their place. */
export function FindBar(props: FindOptions) {
  const { t } = useTranslation('transcriptEditor');
  const find = useFind(props);
  return (
    <search className="flex flex-wrap items-center gap-1.5">
      <form
        className="flex min-w-0 flex-wrap items-center gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          find.go(1);
        }}
      >
        <SearchField label={t('find.find')} query={find.query} onChange={(query) => find.type(query)} />
      </form>
      <IconButton
        label={t('find.previous')}
        icon={<ArrowUp aria-hidden="true" />}
        disabled={find.matches.length === 0}
        onClick={() => find.go(-1)}
      />
      <IconButton
        label={t('find.next')}
        icon={<ArrowDown aria-hidden="true" />}
        disabled={find.matches.length === 0}
        onClick={() => find.go(1)}
      />
      {find.query.trim() !== '' && (
        <>
          <span role="status" className="text-xs text-t2 tabular-nums">
            {find.matches.length === 0
              ? t('find.none')
              : find.at < 0
                ? t('find.count', { count: find.matches.length })
                : t('find.at', { at: find.at + 1, count: find.matches.length })}
          </span>
          <Input
            aria-label={t('find.replace')}
            placeholder={t('find.replace')}
            value={find.replacement}
            maxLength={200}
            onChange={({ target }) => find.setReplacement(target.value)}
            className="!h-8 !w-44"
          />
          <Button size="sm" disabled={find.matches.length === 0} onClick={() => find.replaceOne()}>
            {t('find.one')}
          </Button>
          <Button size="sm" disabled={find.matches.length === 0} onClick={() => find.replaceAll()}>
            {t('find.all')}
          </Button>
        </>
      )}
    </search>
  );
}
