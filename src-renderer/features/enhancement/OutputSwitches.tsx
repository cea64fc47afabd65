import { Headphones, Mic } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import {
  findDevice,
  OutputSwitch,
  selectLive,
  selectLiveAction,
  selectOutputDevices,
  setMonitoring,
  setSending,
  useLatencyWords,
  useLevelText,
  useListenerWords,
  useVirtualMicrophone,
} from '../engine/index.ts';
import { selectIsConnected, selectSettings } from '../workspace/index.ts';

/** Where the cleaned voice goes: to the talker's headphones, and to other apps. */
export function OutputSwitches() {
  const { t } = useTranslation('outputs');
  return (
    <div
      role="group"
      aria-label={t('label')}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 border-t border-line pt-3 md:grid-cols-2"
    >
      <MonitorSwitch />
      <SendSwitch />
    </div>
  );
}

function MonitorSwitch() {
  const { t } = useTranslation('outputs');
  const dispatch = useAppDispatch();
  const { outputDeviceId, monitorInHeadphones: isOn, sendToApps } = useSelector(selectSettings);
  const live = useSelector(selectLive);
  const device = findDevice(useSelector(selectOutputDevices), outputDeviceId);
  const latencyMs = useLevelText((now) => {
    const ms = sendToApps ? now?.monitorLatencyMs : now?.latencyP50Ms;
    return ms === undefined || ms === null ? null : Math.round(ms);
  });
  const words = useLatencyWords(latencyMs);
  const isHeard = live !== null && live.listening !== 'off' && (!sendToApps || live.monitorDevice !== null);
  const name = (isHeard && (live.monitorDevice ?? live.outputDevice).name) || device?.name || t('noOutput');
  const state = !isOn
    ? t('monitorOff')
    : live === null
      ? t('monitorWaiting')
      : t(isHeard ? 'monitorOn' : 'monitorSilent');
  return (
    <OutputSwitch
      icon={<Headphones />}
      label={t('monitor')}
      isOn={isOn}
      disabled={useIsBusy()}
      onChange={(isWanted) => void dispatch(setMonitoring(isWanted))}
      tone={isOn && isHeard ? 'good' : isOn && live !== null ? 'warning' : 'neutral'}
      facts={[state, isOn ? name : null, isOn && isHeard ? words : null]}
      hint={isOn ? t('monitorHint') : undefined}
    />
  );
}

function SendSwitch() {
  const { t } = useTranslation('outputs');
  const dispatch = useAppDispatch();
  const { sendToApps } = useSelector(selectSettings);
  const live = useSelector(selectLive);
  const { state, microphone } = useVirtualMicrophone();
  const listeners = useListenerWords(microphone);
  const latencyMs = useLevelText((now) => (now ? Math.round(now.latencyP50Ms) : null));
  const words = useLatencyWords(latencyMs);
  const isBusy = useIsBusy();
  const support = state.status === 'ready' ? state.data.support : null;
  const isOn = sendToApps && support?.supported === true;
  const isHeard = isOn && microphone !== null && live !== null && live.listening !== 'off';
  const facts = () => {
    if (state.status === 'failed') return [t('readFailed', { reason: state.error.message })];
    if (support?.supported === false) return [t('unsupported'), support.reason];
    if (!isOn) return [t('sendOff')];
    const name = microphone?.name ?? null;
    if (live === null) return [t('sendWaiting'), name, listeners];
    return live.listening === 'off' ? [t('sendMuted'), name] : [name, listeners, words];
  };
  return (
    <OutputSwitch
      icon={<Mic />}
      label={t('send')}
      isOn={isOn}
      disabled={isBusy || support?.supported !== true}
      onChange={(isWanted) => void dispatch(setSending(isWanted))}
      tone={isHeard ? 'good' : isOn ? 'warning' : 'neutral'}
      facts={facts()}
    />
  );
}

function useIsBusy(): boolean {
  const isConnected = useSelector(selectIsConnected);
  const isChanging = useSelector(selectLiveAction) !== null;
  return !isConnected || isChanging;
}
