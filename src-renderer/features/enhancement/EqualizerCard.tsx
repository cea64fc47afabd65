import { useMemo } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  EQUALIZER_BANDS,
  EQUALIZER_GAIN_LIMITS,
  EQUALIZER_PRESETS,
} from '../../../src-shared/domain/equalizer.ts';
import { sliderOf } from '../../../src-shared/domain/effectRow.ts';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { useEffectTexts } from '../engine/index.ts';
import { EqualizerGraph } from './EqualizerGraph.tsx';
import { StageHeader } from './StageHeader.tsx';
import { useStages, type Stages } from './stages.tsx';
import { useSpectrum } from './useSpectrum.ts';

/** Ten bands: as a curve over the sound, and each as a slider. */
export function EqualizerCard() {
  const { t } = useTranslation('enhancement');
  const { titleOf } = useEffectTexts();
  const stages = useStages();
  const { effects, edit, disabled, sampleRate, hasSpectrum } = stages;
  const { isOn, gainsDb } = effects.equalizer;
  const spectrum = useSpectrum(hasSpectrum);
  const view = useMemo(() => ({ gainsDb, isOn, sampleRate }), [gainsDb, isOn, sampleRate]);
  const preset = EQUALIZER_PRESETS.find((one) => one.gainsDb.every((gain, band) => gain === gainsDb[band]));
  return (
    <Card aria-labelledby="equalizer-title" className="min-w-0">
      <StageHeader
        id="equalizer-title"
        title={titleOf('equalizer')}
        isOn={isOn}
        disabled={disabled}
        onChange={(next) =>
          edit('equalizer.isOn', t('steps.equalizer'), { equalizer: { isOn: next, gainsDb } })
        }
      >
        <div className="max-w-full overflow-x-auto">
          <SegmentedControl
            label={t('equalizer.presets')}
            segments={EQUALIZER_PRESETS.map(({ id, name }) => ({ value: id, label: name }))}
            value={preset?.id ?? ''}
            onChange={(id) => {
              const chosen = EQUALIZER_PRESETS.find((one) => one.id === id);
              if (!chosen || disabled) return;
              const equalizer = { isOn: true, gainsDb: [...chosen.gainsDb] };
              edit('equalizer.preset', t('steps.equalizerPreset', { name: chosen.name }), { equalizer });
            }}
          />
        </div>
      </StageHeader>
      <EqualizerGraph
        view={view}
        spectrum={spectrum}
        disabled={disabled || !isOn}
        onChange={(band, gainDb, isFinal) => changeBand(stages, t('steps.equalizer'), band, gainDb, isFinal)}
      />
      <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-t3">
        {hasSpectrum && (
          <>
            <LegendMark className="bg-t3/60" text={t('equalizer.raw')} />
            <LegendMark className="bg-accent/70" text={t('equalizer.clean')} />
          </>
        )}
        <span>{t('equalizer.hint')}</span>
      </p>
      <BandSliders stages={stages} />
    </Card>
  );
}

function LegendMark({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-sm ${className}`} />
      {text}
    </span>
  );
}

/** For fingers, whose width covers three points of the curve, and for anyone who likes figures. */
function BandSliders({ stages }: { stages: Stages }) {
  const { t } = useTranslation('enhancement');
  const { effects, disabled } = stages;
  return (
    <details className="group mt-3 border-t border-line pt-3">
      <summary className="w-fit cursor-pointer rounded text-xs text-t2 hover:text-t1">
        {t('equalizer.sliders')}
      </summary>
      <div className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-5">
        {EQUALIZER_BANDS.map(({ label, frequencyHz }, band) => (
          <Slider
            key={frequencyHz}
            label={`${label} Hz`.replace('K Hz', ' kHz')}
            unit="dB"
            {...sliderOf(EQUALIZER_GAIN_LIMITS)}
            value={effects.equalizer.gainsDb[band] ?? 0}
            disabled={disabled || !effects.equalizer.isOn}
            onChange={(gainDb) => changeBand(stages, t('steps.equalizer'), band, gainDb, false)}
            onCommit={(gainDb) => changeBand(stages, t('steps.equalizer'), band, gainDb, true)}
          />
        ))}
      </div>
    </details>
  );
}

function changeBand(
  { effects, edit }: Stages,
  label: string,
  band: number,
  gainDb: number,
  isFinal: boolean,
) {
  const gainsDb = effects.equalizer.gainsDb.map((gain, index) => (index === band ? gainDb : gain));
  edit(`equalizer.${band}`, label, { equalizer: { ...effects.equalizer, gainsDb } }, isFinal);
}
