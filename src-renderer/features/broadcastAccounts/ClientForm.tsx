import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { saveClient } from './accountsThunks.ts';

const CONSOLES: Readonly<Record<AccountPlatform, string>> = {
  twitch: 'https://dev.twitch.tv/console/apps',
  youtube: 'https://console.cloud.google.com/apis/credentials',
};

/** Takes a client id of one's own: without one the platform lets nobody ask for access. */
export function ClientForm({ platform, isSet }: { platform: AccountPlatform; isSet: boolean }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const [clientId, setClientId] = useState('');
  const [clientSecret, setSecret] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const save = async (id: string, secret: string) => {
    setBusy(true);
    setProblem((await dispatch(saveClient({ platform, clientId: id, clientSecret: secret }))) ?? undefined);
    setBusy(false);
  };
  /** Enter would save the destination, in whose form this is. */
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (clientId.trim() !== '') void save(clientId, clientSecret);
  };
  if (isSet)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-t2">
        {t('client.own')}
        <Button size="sm" variant="ghost" isBusy={isBusy} onClick={() => void save('', '')}>
          {t('client.remove')}
        </Button>
      </div>
    );
  const need = <p className="text-xs text-t2">{t('client.none', { platform: platformOf(platform).name })}</p>;
  if (!isOpen)
    return (
      <>
        {need}
        <div>
          <Button onClick={() => setOpen(true)}>{t('client.setUp')}</Button>
        </div>
      </>
    );
  return (
    <>
      {need}
      <p className="text-xs text-t2">{t(`client.steps.${platform}`)}</p>
      <a
        href={CONSOLES[platform]}
        target="_blank"
        rel="noreferrer"
        className="text-xs text-accent-text underline"
      >
        {t(`client.open.${platform}`)}
      </a>
      <Field label={t('client.id')} error={problem}>
        {(control) => (
          <Input
            {...control}
            value={clientId}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={saveByKey}
            onChange={({ target }) => setClientId(target.value)}
          />
        )}
      </Field>
      {platform === 'youtube' && (
        <Field label={t('client.secret')}>
          {(control) => (
            <PasswordInput
              {...control}
              value={clientSecret}
              autoComplete="off"
              showLabel={t('client.showSecret')}
              hideLabel={t('client.hideSecret')}
              onKeyDown={saveByKey}
              onChange={({ target }) => setSecret(target.value)}
            />
          )}
        </Field>
      )}
      <div>
        <Button
          isBusy={isBusy}
          disabled={clientId.trim() === ''}
          onClick={() => void save(clientId, clientSecret)}
        >
          {t('client.save')}
        </Button>
      </div>
    </>
  );
}
