import { Activity, Cpu, Mic, Timer, type LucideIcon } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { EngineState } from '../../../src-shared/contract/engine.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatFigure, formatSampleRate } from '../../lib/figures.ts';
import { Card } from '../../ui/Card.tsx';
import type { Tone } from '../../ui/StatusDot.tsx';
import {
  findDevice,
  selectDevices,
  selectEngineState,
  selectInputDevices,
  selectLive,
  useLevelText,
} from '../engine/index.ts';
import { selectIsConnected, selectLiveCleaning, selectSettings } from '../workspace/index.ts';

interface Status {
  text: string;
  tone: Tone;
}

/** The chain from the engine to the ear, in one line. */
export function StatusStrip() {
  const { t } = useTranslation('dashboard');
  return (
    <Card aria-label={t('status.label')} className="!py-3.5">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:flex xl:justify-between">
        <StatusItem icon={Cpu} label={t('status.engine')} status={useEngineStatus()} />
        <StatusItem icon={Mic} label={t('status.microphone')} status={useMicrophoneStatus()} />
        <StatusItem icon={Activity} label={t('status.processing')} status={useProcessingStatus()} />
        <StatusItem icon={Timer} label={t('status.latency')} status={useLatencyStatus()} />
      </dl>
    </Card>
  );
}

const TONES: Record<Tone, string> = {
  good: 'text-grn-text',
  warning: 'text-amb-text',
  bad: 'text-red-text',
  neutral: 'text-t2',
  accent: 'text-accent',
};

function StatusItem({ icon: Icon, label, status }: { icon: LucideIcon; label: string; status: Status }) {
  return (
    <div className="flex min-w-0 items-baseline gap-2.5">
      <dt className="flex shrink-0 items-baseline gap-2.5 font-semibold">
        <Icon aria-hidden="true" className="size-4 shrink-0 self-center text-t3" />
        {label}
      </dt>
      <dd className={classNames('min-w-0 text-xs tabular-nums', TONES[status.tone])}>{status.text}</dd>
    </div>
  );
}

const ENGINE_TONES: Record<EngineState['process'], Tone> = {
  idle: 'neutral',
  starting: 'warning',
  running: 'good',
  restarting: 'warning',
  failed: 'bad',
};

function useEngineStatus(): Status {
  const { t } = useTranslation('dashboard');
  const engine = useSelector(selectEngineState);
  const capability = useSelector(selectLiveCleaning);
  const load = useLevelText((now) => (now ? formatFigure(now.dspLoad * 100, 1) : null));
  const isConnected = useSelector(selectIsConnected);
  if (!isConnected) return { text: t('pill.offline'), tone: 'warning' };
  if (capability?.supported === false) return { text: t('status.unavailable'), tone: 'neutral' };
  if (!engine) return { text: '—', tone: 'neutral' };
  const state = t(`status.engineStates.${engine.process}`);
  const text =
    engine.process === 'running' && load !== null ? `${state} · ${t('status.load', { load })}` : state;
  return { text, tone: ENGINE_TONES[engine.process] };
}

function useMicrophoneStatus(): Status {
  const { t } = useTranslation('dashboard');
  const live = useSelector(selectLive);
  const inputs = useSelector(selectInputDevices);
  const { status } = useSelector(selectDevices);
  const { inputDeviceId, sampleRate } = useSelector(selectSettings);
  const capability = useSelector(selectLiveCleaning);
  if (live) {
    return { text: `${live.inputDevice.name} · ${formatSampleRate(live.sampleRate)}`, tone: 'good' };
  }
  if (capability?.supported === false) return { text: t('status.unavailable'), tone: 'neutral' };
  const device = findDevice(inputs, inputDeviceId);
  if (device) return { text: `${device.name} · ${formatSampleRate(sampleRate)}`, tone: 'neutral' };
  return status === 'ready'
    ? { text: t('status.microphoneMissing'), tone: 'warning' }
    : { text: t('status.microphoneUnknown'), tone: 'neutral' };
}

function useProcessingStatus(): Status {
  const { t } = useTranslation('dashboard');
  const denoise = useSelector(selectLive)?.chain.denoise;
  if (!denoise) return { text: t('status.processingOff'), tone: 'neutral' };
  if (denoise.engine === 'off') return { text: t('status.processingBypass'), tone: 'neutral' };
  const { sensitivity, reduction } = denoise;
  return { text: t('status.processingOn', { sensitivity, reduction }), tone: 'good' };
}

function useLatencyStatus(): Status {
  const { t } = useTranslation('dashboard');
  const isLive = useSelector(selectLive) !== null;
  const latency = useLevelText((now) => (now ? formatFigure(now.latencyP50Ms, 1) : null));
  return isLive && latency !== null
    ? { text: t('status.latencyValue', { latency }), tone: 'good' }
    : { text: '—', tone: 'neutral' };
}
