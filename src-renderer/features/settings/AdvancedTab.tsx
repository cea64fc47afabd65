import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { METER_RATE_HZ, METER_RATES } from '../../../src-shared/contract/settings.ts';
import { BUFFER_SIZES_FRAMES, SAMPLE_RATES } from '../../../src-shared/domain/audio.ts';
import { GATE, gateSettings } from '../../../src-shared/domain/gate.ts';
import { INITIAL_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { formatFigure } from '../../lib/figures.ts';
import { ModelsSection } from '../models/index.ts';
import { selectEchoObstacle } from '../workspace/index.ts';
import { PERCENT } from './GeneralTab.tsx';
import { ShortcutsSection } from './ShortcutsSection.tsx';
import { RecordingsSection } from './RecordingsSection.tsx';
import { Section, SelectRow, SliderRow, SwitchRow } from './rows.tsx';
import { useField } from './useField.ts';

/** What is done to the sound, and how it is carried. */
export function AdvancedTab() {
  return (
    <div className="grid gap-3.5 lg:grid-cols-2">
      <ProcessingSection />
      <div className="grid content-start gap-3.5">
        <StreamSection />
        <RecordingsSection />
      </div>
      <ModelsSection />
      <ShortcutsSection />
    </div>
  );
}

function ProcessingSection() {
  const { t } = useTranslation('settings');
  const echoObstacle = useSelector(selectEchoObstacle);
  const isGateOn = useField('isGateOn').value;
  const isCleaning = useField('noiseSuppression').value;
  return (
    <Section title={t('sections.processing')}>
      <SwitchRow
        field="noiseSuppression"
        label={t('fields.noiseSuppression')}
        hint={t('hints.noiseSuppression')}
      />
      <SliderRow
        field="noiseCancellationLevel"
        label={t('fields.noiseCancellationLevel')}
        hint={t('hints.noiseCancellationLevel')}
        limits={PERCENT}
        defaultValue={INITIAL_LIVE_CHAIN.denoise.reduction}
        disabled={!isCleaning}
      />
      <SwitchRow field="isGateOn" label={t('fields.isGateOn')} hint={t('hints.gate')} />
      <SliderRow
        field="noiseGateThreshold"
        label={t('fields.noiseGateThreshold')}
        limits={GATE.fields.threshold}
        defaultValue={INITIAL_LIVE_CHAIN.gate.threshold}
        unit={(threshold) => `· ${formatFigure(gateSettings({ isOn: true, threshold }).thresholdDb)} dBFS`}
        disabled={!isGateOn}
      />
      <SwitchRow
        field="echoCancellation"
        label={t('fields.echoCancellation')}
        hint={t('hints.echoCancellation')}
        obstacle={echoObstacle}
      />
      <SwitchRow field="automaticGain" label={t('fields.automaticGain')} hint={t('hints.automaticGain')} />
      <SwitchRow
        field="adaptiveMode"
        label={t('fields.adaptiveMode')}
        hint={t('hints.adaptiveMode')}
        obstacle={isGateOn ? null : t('hints.adaptiveNeedsGate')}
      />
      <SwitchRow
        field="voicePreservation"
        label={t('fields.voicePreservation')}
        hint={t('hints.voicePreservation')}
      />
    </Section>
  );
}

function StreamSection() {
  const { t } = useTranslation('settings');
  const sampleRate = useField('sampleRate').value;
  return (
    <Section title={t('sections.stream')}>
      <SelectRow
        field="sampleRate"
        label={t('fields.sampleRate')}
        hint={`${t('hints.sampleRate')} ${t('hints.restart')}`}
        options={SAMPLE_RATES.map((value) => ({ value, label: `${value} Hz` }))}
      />
      <SelectRow
        field="bufferFrames"
        label={t('fields.bufferFrames')}
        hint={`${t('hints.bufferFrames')} ${t('hints.restart')}`}
        options={BUFFER_SIZES_FRAMES.map((value) => ({
          value,
          label: `${value} frames`,
          note: `${formatFigure((value / sampleRate) * 1000, 1)} ms`,
        }))}
      />
      <SelectRow
        field="meterRate"
        label={t('fields.meterRate')}
        hint={t('hints.meterRate')}
        options={METER_RATES.map((value) => ({
          value,
          label: t(`meterRates.${value}`),
          note: t('meterRates.perSecond', { hz: METER_RATE_HZ[value] }),
        }))}
      />
    </Section>
  );
}
