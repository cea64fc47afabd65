import { Headphones, Mic } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import {
  findDevice,
  OutputSwitch,
  selectDevices,
  selectOutputDevices,
  useLatencyWords,
  useListenerWords,
  useVirtualMicrophone,
} from '../engine/index.ts';
import { selectHasMix, selectIsConnected, selectSettings } from '../workspace/index.ts';
import { useCaptureText } from './captureFeed.tsx';
import { selectSession, selectSetUp } from './studioSlice.ts';
import { changeOptions, sendMix } from './studioThunks.ts';
import { useIsTaking } from './video/useIsTaking.ts';

/** Who hears the mix while it is made: anyone who sits at the computer, and other apps. */
export function OutputsCard() {
  const { t } = useTranslation(['outputs', 'studio']);
  const isTaking = useIsTaking();
  const hasMix = useSelector(selectHasMix);
  const setUp = useSelector(selectSetUp);
  if (!hasMix || !setUp) return null;
  return (
    <Card aria-labelledby="studio-outputs">
      <CardHeader id="studio-outputs" title={t('outputs:label')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isTaking && <p className="text-xs text-t3">{t('studio:settings.locked')}</p>}
        <MonitorSwitch deviceId={setUp.monitorDeviceId} />
        <SendSwitch deviceId={setUp.programDeviceId} />
      </div>
    </Card>
  );
}

function MonitorSwitch({ deviceId }: { deviceId: string | null }) {
  const { t } = useTranslation('outputs');
  const dispatch = useAppDispatch();
  const { outputDeviceId } = useSelector(selectSettings);
  const { nameById } = useSelector(selectDevices);
  const wanted = findDevice(useSelector(selectOutputDevices), outputDeviceId);
  const isLocked = useIsLocked();
  const isHeard = useIsOpen(deviceId);
  const words = useLatencyWords(
    useCaptureText((now) =>
      now && now.latencyP50Ms !== null && deviceId !== null ? Math.round(now.latencyP50Ms) : null,
    ),
  );
  const isOn = deviceId !== null;
  const name = isOn ? (nameById[deviceId] ?? deviceId) : (wanted?.name ?? t('noOutput'));
  const facts = isOn
    ? [t(isHeard ? 'monitorOn' : 'monitorSilent'), name, isHeard ? words : null]
    : [t('monitorOff'), wanted ? null : name];
  return (
    <OutputSwitch
      icon={<Headphones />}
      label={t('monitor')}
      isOn={isOn}
      disabled={isLocked || (!isOn && wanted === null)}
      onChange={(isWanted) =>
        void dispatch(changeOptions({ monitorDeviceId: isWanted ? (wanted?.id ?? null) : null }))
      }
      tone={isHeard ? 'good' : isOn ? 'warning' : 'neutral'}
      facts={facts}
      hint={isOn ? t('monitorHint') : undefined}
    />
  );
}

function SendSwitch({ deviceId }: { deviceId: string | null }) {
  const { t } = useTranslation('outputs');
  const dispatch = useAppDispatch();
  const { nameById } = useSelector(selectDevices);
  const { state, microphone } = useVirtualMicrophone();
  const listeners = useListenerWords(microphone);
  const isLocked = useIsLocked();
  const isHeard = useIsOpen(deviceId);
  const support = state.status === 'ready' ? state.data.support : null;
  const isOn = deviceId !== null;
  const isOwn = deviceId === microphone?.outputDeviceId;
  const facts = () => {
    if (state.status === 'failed') return [t('readFailed', { reason: state.error.message })];
    if (support?.supported === false && !isOn) return [t('unsupported'), support.reason];
    if (deviceId === null) return [t('sendOff')];
    if (!isHeard) return [t('monitorSilent'), nameById[deviceId] ?? deviceId];
    return isOwn ? [microphone.name, listeners] : [nameById[deviceId] ?? deviceId, t('listenersUnknown')];
  };
  return (
    <OutputSwitch
      icon={<Mic />}
      label={t('send')}
      isOn={isOn}
      disabled={isLocked || (!isOn && support?.supported !== true)}
      onChange={(isWanted) => void dispatch(sendMix(isWanted))}
      tone={isHeard ? 'good' : isOn ? 'warning' : 'neutral'}
      facts={facts()}
    />
  );
}

/** What a session opens stays while it is recorded. */
function useIsLocked(): boolean {
  const isTaking = useIsTaking();
  const isConnected = useSelector(selectIsConnected);
  return isTaking || !isConnected;
}

/** Whether the session plays to this device. */
function useIsOpen(deviceId: string | null): boolean {
  const devices = useSelector(selectSession)?.devices ?? [];
  return devices.some(
    ({ id, direction, status }) => direction === 'output' && id === deviceId && status === 'open',
  );
}
