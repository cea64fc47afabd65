import { useTranslation } from '../../lib/useTranslation.ts';
import {
  INPUT_GAIN_PERCENT,
  VOLUME_PERCENT,
  inputGainDb,
  volumeDb,
} from '../../../src-shared/domain/gain.ts';
import { sliderOf } from '../../../src-shared/domain/effectRow.ts';
import { GATE, gateSettings } from '../../../src-shared/domain/gate.ts';
import { DEFAULT_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useEffectTexts } from '../engine/index.ts';
import { DenoiseSliders } from './DenoiseSliders.tsx';
import { GainReduction } from './GainReduction.tsx';
import { SwitchRow, VoiceSwitches } from './SwitchRow.tsx';
import { useChain, type ChainEditor } from './useChain.ts';

/** What is done to the noise, and how loud it comes and goes. */
export function NoiseCard() {
  const { t } = useTranslation('enhancement');
  const editor = useChain();
  const { chain, edit, disabled } = editor;
  const { denoise } = chain;
  const isDenoising = denoise.engine !== 'off';
  return (
    <Card aria-labelledby="noise-title">
      <CardHeader
        id="noise-title"
        title={t('noise.title')}
        actions={
          <Switch
            isOn={isDenoising}
            label={t('isOn', { stage: t('noise.denoiser') })}
            disabled={disabled}
            onChange={(isOn) =>
              edit('denoise.engine', t('noise.denoiser'), {
                denoise: { ...denoise, engine: isOn ? 'rnnoise' : 'off' },
              })
            }
          />
        }
      />
      <div className="grid gap-3">
        <DenoiseSliders
          denoise={denoise}
          disabled={disabled}
          onChange={(key, value, isFinal) =>
            edit(`denoise.${key}`, t(`noise.${key}`), { denoise: { ...denoise, [key]: value } }, isFinal)
          }
        />
        <GainSliders editor={editor} />
      </div>
      <GateAndSwitches editor={editor} />
    </Card>
  );
}

function GainSliders({ editor }: { editor: ChainEditor }) {
  const { t } = useTranslation('enhancement');
  const { chain, edit, disabled } = editor;
  const input = (value: number, isFinal: boolean) =>
    edit('inputGain', t('noise.inputGain'), { inputGain: value }, isFinal);
  const output = (value: number, isFinal: boolean) =>
    edit('outputVolume', t('noise.outputVolume'), { outputVolume: value }, isFinal);
  return (
    <>
      <Slider
        label={t('noise.inputGain')}
        unit={`· ${decibels(inputGainDb(chain.inputGain))}`}
        {...INPUT_GAIN_PERCENT}
        defaultValue={DEFAULT_LIVE_CHAIN.inputGain}
        value={chain.inputGain}
        disabled={disabled}
        onChange={(value) => input(value, false)}
        onCommit={(value) => input(value, true)}
      />
      <Slider
        label={t('noise.outputVolume')}
        unit={`· ${decibels(volumeDb(chain.outputVolume))}`}
        {...VOLUME_PERCENT}
        defaultValue={DEFAULT_LIVE_CHAIN.outputVolume}
        value={chain.outputVolume}
        disabled={disabled}
        onChange={(value) => output(value, false)}
        onCommit={(value) => output(value, true)}
      />
    </>
  );
}

function GateAndSwitches({ editor }: { editor: ChainEditor }) {
  const { t } = useTranslation('enhancement');
  const { titleOf, labelOf } = useEffectTexts();
  const { chain, edit, disabled } = editor;
  const { gate } = chain;
  const change = (threshold: number, isFinal: boolean) =>
    edit('gate.threshold', titleOf('gate'), { gate: { ...gate, threshold } }, isFinal);
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <SwitchRow
        label={titleOf('gate')}
        isOn={gate.isOn}
        disabled={disabled}
        onChange={(isOn) => edit('gate.isOn', titleOf('gate'), { gate: { ...gate, isOn } })}
      />
      {gate.isOn && (
        <>
          <Slider
            label={labelOf('gate', 'threshold')}
            unit={`· ${decibels(gateSettings(gate).thresholdDb)}FS`}
            {...sliderOf(GATE.fields.threshold)}
            value={gate.threshold}
            disabled={disabled}
            onChange={(value) => change(value, false)}
            onCommit={(value) => change(value, true)}
          />
          <GainReduction effect="gate" isOn />
        </>
      )}
      <VoiceSwitches
        values={chain}
        disabled={disabled}
        onChange={(key, isOn) => edit(key, t(`noise.${key}`), { [key]: isOn })}
      />
    </div>
  );
}

function decibels(db: number): string {
  return db <= -120 ? '\u2212∞ dB' : `${formatFigure(db, 1)} dB`;
}
