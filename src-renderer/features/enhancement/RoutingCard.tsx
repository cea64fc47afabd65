import { Mic } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { useVirtualMicrophone } from './useVirtualMicrophone.ts';

const APPS = ['zoom', 'meet', 'teams', 'discord', 'obs'] as const;

/** How other programs hear the cleaned voice. */
export function RoutingCard() {
  const { t } = useTranslation(['enhancement', 'common']);
  const virtual = useVirtualMicrophone();
  const isConnected = useSelector(selectIsConnected);
  const { state, microphone, isBusy } = virtual;
  const isSupported = state.status === 'ready' && state.data.support.supported;
  return (
    <Card aria-labelledby="routing-title" className="min-w-0">
      <CardHeader
        id="routing-title"
        title={t('routing.title')}
        actions={
          isSupported && (
            <Switch
              isOn={microphone !== null}
              label={t('routing.switch')}
              disabled={isBusy || !isConnected}
              onChange={(isOn) => void virtual.switchTo(isOn)}
            />
          )
        }
      />
      {state.status === 'loading' && <Skeleton className="h-24" />}
      {state.status === 'failed' && (
        <ErrorState
          title={t('routing.failed')}
          message={state.error.message}
          action={<Button onClick={() => void virtual.read()}>{t('common:retry')}</Button>}
        />
      )}
      {state.status === 'ready' && !state.data.support.supported && microphone === null && (
        <UnsupportedState
          className="!py-3"
          title={t('routing.unsupported')}
          message={state.data.support.reason}
        />
      )}
      {isSupported && microphone === null && <p className="text-t2">{t('routing.message')}</p>}
      {microphone && (
        <Connected name={microphone.name} isOutput={virtual.isOutput} onChoose={virtual.choose} />
      )}
    </Card>
  );
}

interface ConnectedProps {
  /** As other programs show it. */
  name: string;
  isOutput: boolean;
  onChoose: () => void;
}

function Connected({ name, isOutput, onChoose }: ConnectedProps) {
  const { t } = useTranslation('enhancement');
  const [app, setApp] = useState<string>(APPS[0]);
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2.5 rounded-lg bg-inset px-3 py-2.5">
        <Mic aria-hidden="true" className="size-4 text-accent" />
        <b className="font-medium text-t1">{name}</b>
        <span className="flex items-center gap-2 text-xs text-t2">
          <StatusDot tone={isOutput ? 'good' : 'warning'} />
          {t(isOutput ? 'routing.isOutput' : 'routing.isNotOutput')}
        </span>
        {!isOutput && (
          <Button size="sm" onClick={onChoose}>
            {t('routing.choose')}
          </Button>
        )}
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
