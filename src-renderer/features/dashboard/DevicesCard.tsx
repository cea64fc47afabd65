import { RefreshCw } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import { readDevices, saysListFailed, selectDevices, selectLive } from '../engine/index.ts';
import { selectDeviceSelection, selectIsConnected } from '../workspace/index.ts';
import { DevicePicker } from './DevicePicker.tsx';

/** Which microphone is cleaned, and where it goes. */
export function DevicesCard() {
  const { t } = useTranslation('dashboard');
  const dispatch = useAppDispatch();
  const selection = useSelector(selectDeviceSelection);
  const { status, error, list } = useSelector(selectDevices);
  const isLive = useSelector(selectLive) !== null;
  const isConnected = useSelector(selectIsConnected);
  const isSupported = selection?.supported ?? true;
  return (
    <Card aria-labelledby="devices-title">
      <CardHeader
        id="devices-title"
        title={t('devices.title')}
        actions={
          isSupported && (
            <div className="flex min-w-0 items-center gap-3">
              {isLive && <span className="text-right text-xs text-t3">{t('devices.whileLive')}</span>}
              <IconButton
                label={t('devices.refresh')}
                icon={
                  <RefreshCw
                    aria-hidden="true"
                    className={status === 'loading' ? 'animate-spin' : undefined}
                  />
                }
                disabled={!isConnected || status === 'loading'}
                onClick={() => void dispatch(readDevices())}
              />
            </div>
          )
        }
      />
      {selection?.supported === false ? (
        <UnsupportedState className="!py-3" title={t('devices.unsupported')} message={selection.reason} />
      ) : (
        <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
          <DevicePicker direction="input" />
          <DevicePicker direction="output" />
        </div>
      )}
      {status === 'failed' && error && isSupported && (
        <p role="alert" className="mt-3 text-xs text-red-text">
          {saysListFailed(error) ? error.message : t('devices.failed', { reason: error.message })}
        </p>
      )}
      {status === 'ready' && list.length === 0 && (
        <p className="mt-3 text-xs text-amb-text">{t('devices.none')}</p>
      )}
    </Card>
  );
}
