import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import {
  useCompleteSubscriptionMutation,
  useReadPaymentOptionsQuery,
  useStartSubscriptionMutation,
  type Terms,
} from './billingApi.ts';

interface SubscribePanelProps {
  terms: Terms;
  /** The cost is in sight. */
  isReady: boolean;
  isFreeToday: boolean;
  onDone: () => void;
}

/** How often PayPal is asked while it has its page open in another tab. */
const ASK_EVERY_MS = 4000;

/**
 * The way to PayPal: loading, processing, error, and where it is not set up. Where PayPal leads back to this very page, it
 * takes its place; else it opens beside it, and the server is asked what became of it.
 */
export function SubscribePanel({ terms, isReady, isFreeToday, onDone }: SubscribePanelProps) {
  const { t } = useTranslation(['billing', 'common']);
  const options = useReadPaymentOptionsQuery();
  const [start, starting] = useStartSubscriptionMutation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const failure = (starting.error ?? options.error) as Partial<RpcFailure> | undefined;
  if (isSignedOut(failure)) return <SignInRequired />;
  if (opened) return <Waiting opened={opened} onDone={onDone} />;
  if (options.isLoading) return <Line text={t('billing:panel.loading')} />;
  if (options.error !== undefined) {
    return (
      <div className="grid gap-3">
        <MessageBox tone="error">{t('billing:panel.loadFailed')}</MessageBox>
        <Button onClick={() => void options.refetch()}>{t('common:retry')}</Button>
      </div>
    );
  }
  if (options.data?.isConfigured !== true) {
    return (
      <MessageBox tone="info" hint={t('billing:panel.notConfiguredMessage')}>
        {t('billing:panel.notConfigured')}
      </MessageBox>
    );
  }
  const pay = async () => {
    const { data } = await start(terms);
    if (!data) return;
    if (options.data?.siteOrigin === location.origin) location.assign(data.approveUrl);
    else setOpened(data);
  };
  return (
    <div role="group" aria-label={t('billing:panel.label')} className="grid gap-3">
      {starting.error !== undefined && <MessageBox tone="error">{failure?.message}</MessageBox>}
      <Button
        variant="primary"
        size="lg"
        isBusy={starting.isLoading || starting.isSuccess}
        disabled={!isReady}
        onClick={() => void pay()}
      >
        {starting.isLoading || starting.isSuccess
          ? t('billing:panel.processing')
          : t(isFreeToday ? 'billing:panel.agree' : 'billing:panel.pay')}
      </Button>
      <p className="text-center text-xs text-t2">{t('billing:panel.explain')}</p>
    </div>
  );
}

interface Opened {
  subscriptionId: string;
  approveUrl: string;
}

function Waiting({ opened, onDone }: { opened: Opened; onDone: () => void }) {
  const { t } = useTranslation('billing');
  const [complete, { isLoading, data, error }] = useCompleteSubscriptionMutation();
  const { subscriptionId, approveUrl } = opened;
  const status = data?.status;
  const isOver = status !== undefined && status !== 'APPROVAL_PENDING' && status !== 'APPROVED';
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => void complete(subscriptionId), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [complete, subscriptionId, isOver]);
  useEffect(() => {
    if (status !== 'ACTIVE') return;
    showNotice({ tone: 'success', title: t('back.active'), message: t('back.activeMessage') });
    onDone();
  }, [status, onDone, t]);
  if (isOver && status !== 'ACTIVE')
    return (
      <MessageBox tone="error" hint={t('back.endedMessage')}>
        {t('back.ended')}
      </MessageBox>
    );
  return (
    <div className="grid gap-3">
      {error !== undefined && <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>}
      <Line text={t('panel.waiting')} />
      <p className="text-center text-t2">{t('panel.waitingMessage')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild variant="primary">
          <a href={approveUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" className="size-4" />
            {t('panel.open')}
          </a>
        </Button>
        <Button isBusy={isLoading} onClick={() => void complete(subscriptionId)}>
          {t('panel.check')}
        </Button>
      </div>
    </div>
  );
}

/** Whether the session was ended meanwhile: functions and the database say so in words of their own. */
export const isSignedOut = (failure: Partial<RpcFailure> | undefined): boolean =>
  failure?.details?.code === 'SIGN_IN_REQUIRED' || failure?.details?.code === 'PT401';

export function SignInRequired() {
  const { t } = useTranslation('billing');
  return (
    <EmptyState
      title={t('panel.signInTitle')}
      message={t('panel.signInMessage')}
      action={
        <Button asChild variant="primary">
          <Link to={ROUTES.auth}>{t('panel.signIn')}</Link>
        </Button>
      }
    />
  );
}

function Line({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-t2">
      <Spinner sizePx={16} />
      {text}
    </p>
  );
}
