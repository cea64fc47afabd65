import { AudioLines, Mic, Square, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import type { DemoSource, DemoState } from './demo.ts';
import { DemoMeters } from './DemoMeters.tsx';
import { HearingSwitch } from './HearingSwitch.tsx';
import { useLiveDemo } from './useLiveDemo.ts';

const SOURCES = [
  { source: 'microphone', Icon: Mic },
  { source: 'recording', Icon: AudioLines },
] as const satisfies readonly { source: DemoSource; Icon: LucideIcon }[];

/** The app's engine in this page, on the visitor's voice or on a noisy recording: what comes in, what goes out. */
export function LiveDemo() {
  const { t } = useTranslation('site');
  const { state, hearing, meter, hear, toggle } = useLiveDemo();
  const active = state.kind === 'starting' || state.kind === 'running' ? state.source : null;
  return (
    <div role="group" aria-label={t('demo.label')} className="demo-panel">
      <div className="flex flex-wrap gap-3 p-5 sm:p-6">
        {SOURCES.map(({ source, Icon }) => (
          <button
            key={source}
            type="button"
            onClick={() => toggle(source)}
            className={classNames(
              'inline-flex h-12 grow items-center justify-center gap-2.5 rounded-full border px-6 text-title font-medium transition-colors sm:grow-0',
              active === source
                ? 'border-transparent bg-t1 text-bg hover:opacity-90'
                : 'border-line2 bg-raise text-t1 hover:border-edge',
            )}
          >
            {active === source ? (
              <Square size={14} aria-hidden="true" fill="currentColor" />
            ) : (
              <Icon size={18} aria-hidden="true" />
            )}
            {t(`demo.${source}.${active === source ? 'stop' : 'start'}`)}
          </button>
        ))}
      </div>
      <p
        role="status"
        className={classNames(
          'min-h-12 px-5 pb-5 text-title leading-relaxed sm:px-6',
          state.kind === 'ended' ? 'text-red-text' : 'text-t2',
        )}
      >
        <StateText state={state} />
      </p>
      <DemoMeters meter={meter} />
      <div className="border-t border-line px-5 py-4 sm:px-6">
        <HearingSwitch hearing={hearing} isRunning={state.kind === 'running'} onChange={hear} />
      </div>
      <p className="border-t border-line px-5 py-3.5 text-xs leading-relaxed text-t3 sm:px-6">
        {t('demo.note')}
      </p>
    </div>
  );
}

function StateText({ state }: { state: DemoState }) {
  const { t } = useTranslation('site');
  switch (state.kind) {
    case 'idle':
      return t('demo.idle');
    case 'starting':
      return t(`demo.${state.source}.starting`);
    case 'running':
      return t(`demo.${state.source}.running`);
    case 'ended': {
      const { failure } = state;
      if (failure.kind !== 'failed') return t(`demo.failed.${failure.kind}`);
      return t('demo.failed.failed', { code: failure.code, reason: failure.reason });
    }
  }
}
