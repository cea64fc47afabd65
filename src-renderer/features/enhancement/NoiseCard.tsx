import { useTranslation } from 'react-i18next';
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
import { GainReduction } from './GainReduction.tsx';
import { useChain, type ChainEditor } from './useChain.ts';

const PERCENT = { min: 0, max: 100, step: 1 } as const;

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
        {(['sensitivity', 'reduction'] as const).map((key) => (
          <Slider
            key={key}
            label={t(`noise.${key}`)}
            {...PERCENT}
            defaultValue={DEFAULT_LIVE_CHAIN.denoise[key]}
            value={denoise[key]}
            disabled={disabled || !isDenoising}
            onChange={(value) => editDenoise(editor, t(`noise.${key}`), key, value, false)}
            onCommit={(value) => editDenoise(editor, t(`noise.${key}`), key, value, true)}
          />
        ))}
        <p className="-mt-1 text-xs text-t3 tabular-nums">
          {isDenoising ? t('noise.floor', { floor: floorOf(denoise.reduction) }) : t('noise.off')}
        </p>
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
      <SwitchRow
        label={t('noise.echoCancellation')}
        hint={t('noise.echoCancellationHint')}
        isOn={chain.echoCancellation}
        disabled={disabled}
        onChange={(isOn) => edit('echoCancellation', t('noise.echoCancellation'), { echoCancellation: isOn })}
      />
      <SwitchRow
        label={t('noise.automaticGain')}
        hint={t('noise.automaticGainHint')}
        isOn={chain.automaticGain}
        disabled={disabled}
        onChange={(isOn) => edit('automaticGain', t('noise.automaticGain'), { automaticGain: isOn })}
      />
    </div>
  );
}

interface SwitchRowProps {
  label: string;
  hint?: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

function SwitchRow({ label, hint, ...rest }: SwitchRowProps) {
  return (
    <div className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <span className="block text-t1">{label}</span>
        {hint !== undefined && <span className="block text-xs text-t3">{hint}</span>}
      </span>
      <Switch label={label} {...rest} />
    </div>
  );
}

function editDenoise(
  { chain, edit }: ChainEditor,
  label: string,
  key: 'sensitivity' | 'reduction',
  value: number,
  isFinal: boolean,
): void {
  edit(`denoise.${key}`, label, { denoise: { ...chain.denoise, [key]: value } }, isFinal);
}

/** Of the denoiser: its floor is (1 − reduction/100)², as src-shared/contract/engine.ts says. */
function floorOf(reduction: number): string {
  const gain = (1 - reduction / 100) ** 2;
  return gain > 0 ? `${formatFigure(20 * Math.log10(gain))} dB` : `${formatFigure(-Infinity)} dB`;
}

function decibels(db: number): string {
  return db <= -120 ? '\u2212∞ dB' : `${formatFigure(db, 1)} dB`;
}
