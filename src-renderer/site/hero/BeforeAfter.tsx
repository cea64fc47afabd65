import { Play, Square } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { heroWave } from './heroWave.ts';
import { usePairPlayer, type Hearing } from './usePairPlayer.ts';
import { signed } from './wavePath.ts';
import { WaveSlider } from './WaveSlider.tsx';

/** In the pause between the two sentences: there the difference is plainest. */
const FIRST_SPLIT = 0.32;

/** A real noisy recording before and after: to see, to hear, and in measured figures. */
export function BeforeAfter() {
  const { t } = useTranslation('site');
  const panel = useRef<HTMLElement>(null);
  const split = useRef(FIRST_SPLIT);
  const show = (played: number, hearing: Hearing) => {
    panel.current?.style.setProperty('--played', String(played));
    panel.current?.setAttribute('data-hearing', hearing);
  };
  const { state, toggle } = usePairPlayer(() => split.current, show);
  const isActive = state.kind === 'loading' || state.kind === 'playing';
  return (
    <figure ref={panel} data-hearing="nothing" className="wave-panel" aria-label={t('wave.label')}>
      <WaveSlider initialSplit={FIRST_SPLIT} onChange={(next) => (split.current = next)} />
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5 border-t border-line px-5 py-4 sm:px-6">
        <button
          type="button"
          onClick={toggle}
          aria-label={isActive ? t('wave.stop') : t('wave.listenLabel')}
          className="inline-flex h-11 w-32 shrink-0 items-center justify-center gap-2.5 rounded-full bg-t1 text-title font-medium text-bg transition-opacity hover:opacity-90"
        >
          {isActive ? (
            <Square size={14} aria-hidden="true" fill="currentColor" />
          ) : (
            <Play size={15} aria-hidden="true" fill="currentColor" />
          )}
          {state.kind === 'loading' ? t('wave.loading') : isActive ? t('wave.stop') : t('wave.listen')}
        </button>
        <dl className="grid grow grid-cols-3 gap-x-4 sm:flex sm:justify-end sm:gap-x-12">
          <Figure label={t('wave.pauses')} valueDb={-heroWave.pauseDropDb} />
          <Figure label={t('wave.distortion')} valueDb={heroWave.siSdrGainDb} />
          <Figure label={t('wave.level')} valueDb={heroWave.voiceLevelChangeDb} />
        </dl>
      </div>
      <p
        role="status"
        className={state.kind === 'failed' ? 'px-5 pb-4 text-sm text-red-text sm:px-6' : 'sr-only'}
      >
        {state.kind === 'failed' && t('wave.failed', { reason: state.reason })}
      </p>
      <figcaption className="border-t border-line px-5 py-3.5 text-xs leading-relaxed text-t3 sm:px-6">
        <Caption text={t('wave.caption', { ratio: heroWave.signalToNoiseDb })} />
      </figcaption>
    </figure>
  );
}

function Figure({ label, valueDb }: { label: string; valueDb: number }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-t3 sm:text-sm">{label}</dt>
      <dd className="text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums sm:text-2xl">
        {signed(valueDb)} <span className="text-sm font-normal text-t3">dB</span>
      </dd>
    </div>
  );
}

/** What stands between `<code>` and `</code>` is a command. */
function Caption({ text }: { text: string }) {
  return text.split(/<code>(.*?)<\/code>/).map((part, index) =>
    // Every other part was caught between the two.
    index % 2 === 1 ? (
      <code key={part} className="font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
