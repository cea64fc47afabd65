import { useTranslation } from 'react-i18next';
import {
  COMPRESSOR_LIMITS,
  COMPRESSOR_PRESETS,
  DEFAULT_COMPRESSOR,
  type CompressorValues,
} from '../../../src-shared/domain/compressor.ts';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { CompressorGraph } from './CompressorGraph.tsx';
import { GainReduction } from './GainReduction.tsx';
import { StageHeader } from './StageHeader.tsx';
import { useChain, type ChainEditor } from './useChain.ts';

type Key = keyof CompressorValues;
const KEYS: readonly Key[] = ['thresholdDb', 'ratio', 'attackMs', 'releaseMs', 'makeupGainDb', 'kneeDb'];
const UNITS: Record<Key, string> = {
  thresholdDb: 'dB',
  ratio: ': 1',
  attackMs: 'ms',
  releaseMs: 'ms',
  makeupGainDb: 'dB',
  kneeDb: 'dB',
};

/** Its curve, what it takes away now, its six values and its presets. */
export function CompressorCard() {
  const { t } = useTranslation('enhancement');
  const editor = useChain();
  const { chain, edit, disabled } = editor;
  const { isOn, ...values } = chain.compressor;
  const preset = COMPRESSOR_PRESETS.find((one) => KEYS.every((key) => one.values[key] === values[key]));
  const choose = (id: string) => {
    const chosen = COMPRESSOR_PRESETS.find((one) => one.id === id);
    if (!chosen || disabled) return;
    const compressor = { isOn: true, ...chosen.values };
    edit('compressor.preset', t('steps.compressorPreset', { name: chosen.name }), { compressor });
  };
  return (
    <Card aria-labelledby="compressor-title" className="min-w-0">
      <StageHeader
        id="compressor-title"
        title={t('compressor.title')}
        isOn={isOn}
        disabled={disabled}
        onChange={(next) =>
          edit('compressor.isOn', t('steps.compressor'), { compressor: { ...values, isOn: next } })
        }
      >
        <SegmentedControl
          label={t('compressor.presets')}
          segments={COMPRESSOR_PRESETS.map(({ id, name }) => ({ value: id, label: name }))}
          value={preset?.id ?? ''}
          onChange={choose}
        />
      </StageHeader>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <CompressorGraph compressor={chain.compressor} volume={chain.outputVolume} />
          <GainReduction stage="compressor" isOn={isOn} />
        </div>
        <div className="grid content-start gap-x-8 gap-y-3 lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-3">
          {KEYS.map((key) => (
            <ValueSlider key={key} name={key} editor={editor} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function ValueSlider({ name, editor }: { name: Key; editor: ChainEditor }) {
  const { t } = useTranslation('enhancement');
  const { chain, edit, disabled } = editor;
  const label = t(`compressor.${name}`);
  const change = (value: number, isFinal: boolean) =>
    edit(`compressor.${name}`, label, { compressor: { ...chain.compressor, [name]: value } }, isFinal);
  return (
    <Slider
      label={label}
      unit={UNITS[name]}
      {...COMPRESSOR_LIMITS[name]}
      defaultValue={DEFAULT_COMPRESSOR[name]}
      value={chain.compressor[name]}
      disabled={disabled || !chain.compressor.isOn}
      onChange={(value) => change(value, false)}
      onCommit={(value) => change(value, true)}
    />
  );
}
