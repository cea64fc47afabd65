import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
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

/** The client id of one's own: without any, the platform lets nobody ask for access. */
export function ClientForm({ platform, isSet }: { platform: AccountPlatform; isSet: boolean }) {
  const { t } = useTranslation('broadcastAccounts');
  const [isOpen, setOpen] = useState(false);
  if (isSet) return <Kept platform={platform} />;
  return (
    <>
      <p className="text-xs text-t2">{t('client.none', { platform: platformOf(platform).name })}</p>
      {isOpen ? (
        <Form platform={platform} />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{t('client.setUp')}</Button>
        </div>
      )}
    </>
  );
}

/** Gives it to the host; the secret is not kept here. */
function useSave(platform: AccountPlatform) {
  const dispatch = useAppDispatch();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const save = async (clientId: string, clientSecret: string) => {
    setBusy(true);
    setProblem((await dispatch(saveClient({ platform, clientId, clientSecret }))) ?? undefined);
    setBusy(false);
  };
  return { problem, isBusy, save };
}

function Kept({ platform }: { platform: AccountPlatform }) {
  const { t } = useTranslation('broadcastAccounts');
  const { problem, isBusy, save } = useSave(platform);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-t2">
      {t('client.own')}
      <Button size="sm" variant="ghost" isBusy={isBusy} onClick={() => void save('', '')}>
        {t('client.remove')}
      </Button>
      {problem !== undefined && (
        <p role="alert" className="text-xs text-red-text">
          {problem}
        </p>
      )}
    </div>
  );
}

function Form({ platform }: { platform: AccountPlatform }) {
  const { t } = useTranslation('broadcastAccounts');
  const { problem, isBusy, save } = useSave(platform);
  const [clientId, setClientId] = useState('');
  const [clientSecret, setSecret] = useState('');
  /** Enter would save the destination, in whose form this is. */
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (clientId.trim() !== '') void save(clientId, clientSecret);
  };
  return (
    <>
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
