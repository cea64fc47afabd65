import './outputTexts.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { VirtualMicrophoneState } from '../../../src-shared/contract/devices.ts';
import { latencyFitnessOf } from '../../../src-shared/domain/latencyFitness.ts';
import { formatFigure } from '../../lib/figures.ts';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import { Switch } from '../../ui/Switch.tsx';

interface OutputSwitchProps {
  icon: ReactNode;
  label: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
  tone: Tone;
  /** The device, what is so, and what it is good for. */
  facts: readonly (string | null)[];
  /** What to take care of while it is on. */
  hint?: string | undefined;
}

/** One way that the sound can go: on or off, where to, and who hears it. */
export function OutputSwitch({ icon, label, facts, tone, hint, ...rest }: OutputSwitchProps) {
  return (
    <div role="group" aria-label={label} className="flex min-w-0 items-start gap-3">
      <span aria-hidden="true" className="mt-0.5 [&>svg]:size-4 [&>svg]:text-t3">
        {icon}
      </span>
      <div className="min-w-0 grow">
        <span className="block font-medium text-t1">{label}</span>
        <p className="flex items-baseline gap-2 text-xs text-t2">
          <StatusDot tone={tone} />
          <span className="min-w-0 break-words">{facts.filter((fact) => fact !== null).join(' · ')}</span>
        </p>
        {hint !== undefined && <p className="text-xs text-t2">{hint}</p>}
      </div>
      <Switch label={label} {...rest} />
    </div>
  );
}

/** A measured latency, and in words what it is good for; null while it is not known. */
export function useLatencyWords(latencyMs: number | null): string | null {
  const { t } = useTranslation('outputs');
  if (latencyMs === null) return null;
  return t(`latency.${latencyFitnessOf(latencyMs)}`, { ms: formatFigure(latencyMs) });
}

/** Who hears the virtual microphone. */
export function useListenerWords(microphone: VirtualMicrophoneState['microphone']): string {
  const { t } = useTranslation('outputs');
  const listeners = microphone?.listeners ?? null;
  if (listeners === null) return t('listenersUnknown');
  return listeners.length === 0 ? t('noListener') : t('listeners', { names: listeners.join(', ') });
}
