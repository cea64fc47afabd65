import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PlatformAccount } from '../../../src-shared/contract/broadcastAccounts.ts';
import { PRIVACIES } from '../../../src-shared/domain/broadcast/accounts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { listBroadcasts, searchCategories, setAccountOptions } from './accountsThunks.ts';

/** What a platform asks for beside title and description. */
export function AccountOptions({ account }: { account: PlatformAccount }) {
  return account.platform === 'twitch' ? <Category account={account} /> : <Broadcast account={account} />;
}

const useSetOptions = ({ platform, options }: PlatformAccount) => {
  const dispatch = useAppDispatch();
  return (changes: Partial<PlatformAccount['options']>) =>
    void dispatch(setAccountOptions({ platform, options: { ...options, ...changes } }));
};

interface Found {
  id: string;
  name: string;
}

function Category({ account }: { account: PlatformAccount }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const setOptions = useSetOptions(account);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const { category } = account.options;
  const search = async () => {
    if (query.trim() === '') return;
    const result = await dispatch(searchCategories(query));
    const isFound = searchCategories.fulfilled.match(result);
    setFound(isFound ? result.payload : null);
    setProblem(isFound ? undefined : result.payload?.message);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <span className="text-t2">
          {t('options.category')}:{' '}
          <b className="font-medium text-t1">{category?.name ?? t('options.categoryNone')}</b>
        </span>
        {category && (
          <Button size="sm" variant="ghost" onClick={() => setOptions({ category: null })}>
            {t('options.categoryNone')}
          </Button>
        )}
      </div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Field label={t('options.search')} error={problem}>
            {(control) => (
              <Input
                {...control}
                value={query}
                maxLength={100}
                autoComplete="off"
                onChange={({ target }) => setQuery(target.value)}
                onKeyDown={(event) => {
                  // Enter would save the destination.
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  void search();
                }}
              />
            )}
          </Field>
        </div>
        <Button onClick={() => void search()}>{t('options.searchAction')}</Button>
      </div>
      {found?.length === 0 && (
        <p role="status" className="text-xs text-t3">
          {t('options.noResult')}
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {found?.map((one) => (
          <Button
            key={one.id}
            size="sm"
            aria-label={t('options.choose', { name: one.name })}
            onClick={() => (setOptions({ category: one }), setFound(null))}
          >
            {one.name}
          </Button>
        ))}
      </div>
    </>
  );
}

const NEW = 'new';

function Broadcast({ account }: { account: PlatformAccount }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const setOptions = useSetOptions(account);
  const [planned, setPlanned] = useState<readonly { id: string; title: string }[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const { broadcastId, privacy } = account.options;
  useEffect(() => {
    void dispatch(listBroadcasts()).then((result) => {
      if (listBroadcasts.fulfilled.match(result)) setPlanned(result.payload);
      else setProblem(result.payload?.message ?? null);
    });
  }, [dispatch]);
  const isThere = planned.some(({ id }) => id === broadcastId);
  return (
    <>
      <Choice
        label={t('options.broadcast')}
        value={isThere && broadcastId !== null ? broadcastId : NEW}
        options={[
          { value: NEW, label: t('options.newBroadcast') },
          ...planned.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={(id) => setOptions({ broadcastId: id === NEW ? null : id })}
      />
      {problem !== null && (
        <p role="alert" className="text-xs text-red-text">
          {problem}
        </p>
      )}
      {!isThere && (
        <Choice
          label={t('options.privacy')}
          value={privacy}
          options={PRIVACIES.map((id) => ({ value: id, label: t(`options.privacies.${id}`) }))}
          onChange={(next) => setOptions({ privacy: next })}
        />
      )}
    </>
  );
}
