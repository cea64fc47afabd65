import { Mic } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useListenerWords, useVirtualMicrophone } from '../engine/index.ts';
import { selectSettings } from '../workspace/index.ts';

const APPS = ['zoom', 'meet', 'teams', 'discord', 'obs'] as const;

/** What to choose in other apps, so that they hear the cleaned voice. */
export function RoutingCard() {
  const { t } = useTranslation(['enhancement', 'common']);
  const { state, microphone, read } = useVirtualMicrophone();
  const { sendToApps } = useSelector(selectSettings);
  const listeners = useListenerWords(microphone);
  return (
    <Card aria-labelledby="routing-title" className="min-w-0">
      <CardHeader id="routing-title" title={t('routing.title')} />
      {state.status === 'loading' && <Skeleton className="h-24" />}
      {state.status === 'failed' && (
        <ErrorState
          title={t('routing.failed')}
          message={state.error.message}
          action={<Button onClick={() => void read()}>{t('common:retry')}</Button>}
        />
      )}
      {state.status === 'ready' && !state.data.support.supported && (
        <UnsupportedState
          className="!py-3"
          title={t('routing.unsupported')}
          message={state.data.support.reason}
        />
      )}
      {state.status === 'ready' && state.data.support.supported && !(microphone && sendToApps) && (
        <p className="text-t2">{t('routing.message')}</p>
      )}
      {microphone && sendToApps && <HowTo name={microphone.name} listeners={listeners} />}
    </Card>
  );
}

/** `name` as other apps show it. */
function HowTo({ name, listeners }: { name: string; listeners: string }) {
  const { t } = useTranslation('enhancement');
  const [app, setApp] = useState<string>(APPS[0]);
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2.5 rounded-lg bg-inset px-3 py-2.5">
        <Mic aria-hidden="true" className="size-4 text-accent" />
        <b className="font-medium text-t1">{name}</b>
        <span className="text-xs text-t2">{listeners}</span>
      </p>
      <Tabs
        label={t('routing.apps')}
        value={app}
        onChange={setApp}
        tabs={APPS.map((id) => ({
          value: id,
          label: t(`routing.names.${id}`),
          content: <p className="text-t2">{t(`routing.help.${id}`, { name })}</p>,
        }))}
      />
      <p className="text-xs text-t3">{t('routing.ownSuppression')}</p>
    </div>
  );
}
