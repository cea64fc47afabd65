import './texts.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PlatformAccount } from '../../../src-shared/contract/broadcastAccounts.ts';
import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { AccountOptions } from './AccountOptions.tsx';
import { accountOf, selectAccounts, selectKeptIn } from './accountsState.ts';
import { cancelConnecting, connectAccount, disconnectAccount } from './accountsThunks.ts';
import { ClientForm } from './ClientForm.tsx';
import { useProblemWords } from './useProblemWords.ts';

interface AccountSectionProps {
  platform: AccountPlatform;
  /** The destination takes address and key from the account. */
  isUsed?: boolean;
  /** Without it, the account is only connected. */
  onUse?: (isUsed: boolean) => void;
}

/** The account at the platform of a destination: connects it, and lets the destination use it. */
export function AccountSection({ platform, isUsed = false, onUse }: AccountSectionProps) {
  const { t } = useTranslation('broadcastAccounts');
  const account = accountOf(useSelector(selectAccounts), platform);
  const id = useId();
  const { name } = platformOf(platform);
  useUseOnceConnected(account, onUse);
  if (!account) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-lg bg-inset px-3 py-3">
      <h3 id={id} className="text-xs font-medium text-t1">
        {t('section.title', { platform: name })}
      </h3>
      <Content account={account} isUsed={isUsed} {...(onUse && { onUse })} />
    </section>
  );
}

/** Who connects an account here wants to use it here. */
function useUseOnceConnected(account: PlatformAccount | null, onUse: AccountSectionProps['onUse']): void {
  const before = useRef(account?.signIn.kind);
  const kind = account?.signIn.kind;
  useEffect(() => {
    if (before.current === 'waiting' && kind === 'connected') onUse?.(true);
    before.current = kind;
  });
}

interface ContentProps {
  account: PlatformAccount;
  isUsed: boolean;
  onUse?: (isUsed: boolean) => void;
}

function Content({ account, isUsed, onUse }: ContentProps) {
  const { t } = useTranslation('broadcastAccounts');
  switch (account.signIn.kind) {
    case 'connected':
      return (
        <>
          <Connected account={account} name={account.signIn.name} />
          {onUse && <Use isUsed={isUsed} onUse={onUse} hint={t('section.useHint')} />}
          {isUsed && <AccountOptions account={account} />}
        </>
      );
    case 'waiting':
      return <Waiting platform={account.platform} link={account.signIn.link} code={account.signIn.code} />;
    case 'off':
      return (
        <>
          {isUsed && onUse && <Use isUsed onUse={onUse} hint={t('section.usedHint')} />}
          <Off account={account} />
        </>
      );
  }
}

function Off({ account: { platform, client, problem } }: { account: PlatformAccount }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const words = useProblemWords();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const connect = async () => {
    setBusy(true);
    setFailure(null);
    const result = await dispatch(connectAccount(platform));
    setBusy(false);
    if (connectAccount.rejected.match(result)) setFailure(result.payload?.message ?? null);
  };
  const trouble = failure ?? (problem && words(problem));
  return (
    <>
      <p className="text-xs text-t2">{t('section.off')}</p>
      {trouble !== null && <MessageBox tone="error">{trouble}</MessageBox>}
      {client !== 'none' && (
        <div>
          <Button isBusy={isBusy} onClick={() => void connect()}>
            {t('section.connect', { platform: platformOf(platform).name })}
          </Button>
        </div>
      )}
      {client !== 'ours' && <ClientForm platform={platform} isSet={client === 'own'} />}
    </>
  );
}

function Waiting({ platform, link, code }: { platform: AccountPlatform; link: string; code: string | null }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const { name } = platformOf(platform);
  return (
    <>
      <p className="text-t2">{t(code === null ? 'waiting.noCode' : 'waiting.code', { platform: name })}</p>
      {code !== null && (
        <output className="w-fit rounded-lg border border-line2 bg-panel px-3 py-1.5 font-mono text-lg tracking-widest text-t1 select-all">
          {code}
        </output>
      )}
      <p role="status" className="flex items-center gap-2 text-xs text-t2">
        <Spinner sizePx={14} />
        {t('waiting.waiting')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <a href={link} target="_blank" rel="noreferrer">
            {t('waiting.open', { platform: name })}
          </a>
        </Button>
        <Button onClick={() => void dispatch(cancelConnecting(platform))}>{t('waiting.cancel')}</Button>
      </div>
    </>
  );
}

function Connected({ account: { platform }, name }: { account: PlatformAccount; name: string }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const keptIn = useSelector(selectKeptIn);
  const [isBusy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    await dispatch(disconnectAccount(platform));
    setBusy(false);
  };
  return (
    <div className="flex items-start justify-between gap-4">
      <span className="min-w-0">
        <span className="block wrap-anywhere text-t1">{t('section.connected', { name })}</span>
        <span className="block text-xs text-t3">{t(`section.kept.${keptIn}`)}</span>
      </span>
      <Button size="sm" isBusy={isBusy} onClick={() => void disconnect()}>
        {t('section.disconnect')}
      </Button>
    </div>
  );
}

function Use({ isUsed, onUse, hint }: { isUsed: boolean; onUse: (isUsed: boolean) => void; hint: string }) {
  const { t } = useTranslation('broadcastAccounts');
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-t1">
          {t('section.use')}
        </label>
        <p className="mt-0.5 text-xs text-t3">{hint}</p>
      </div>
      <Switch id={id} label={t('section.use')} isOn={isUsed} onChange={onUse} />
    </div>
  );
}
