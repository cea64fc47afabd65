import { useTranslation } from 'react-i18next';
import {
  INPUT_GAIN_PERCENT,
  inputGainDb,
  SILENCE_DB,
  VOLUME_PERCENT,
  volumeDb,
} from '../../../src-shared/domain/gain.ts';
import { RESET_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Section, SelectRow, SliderRow, SwitchRow } from './rows.tsx';

export const PERCENT = { min: 0, max: 100, step: 1 } as const;

/** How the app looks, and how one sounds. */
export function GeneralTab() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <div className="grid gap-3.5 lg:grid-cols-2">
      <Section title={t('settings:sections.sound')}>
        <SliderRow
          field="sensitivity"
          label={t('settings:fields.sensitivity')}
          hint={t('settings:hints.sensitivity')}
          limits={PERCENT}
          defaultValue={RESET_LIVE_CHAIN.denoise.sensitivity}
        />
        <SliderRow
          field="inputGain"
          label={t('settings:fields.inputGain')}
          hint={t('settings:hints.inputGain')}
          limits={INPUT_GAIN_PERCENT}
          defaultValue={RESET_LIVE_CHAIN.inputGain}
          unit={(percent) => `· ${decibels(inputGainDb(percent))}`}
        />
        <SliderRow
          field="outputVolume"
          label={t('settings:fields.outputVolume')}
          hint={t('settings:hints.outputVolume')}
          limits={VOLUME_PERCENT}
          defaultValue={RESET_LIVE_CHAIN.outputVolume}
          unit={(percent) => `· ${decibels(volumeDb(percent))}`}
        />
      </Section>
      <Section title={t('settings:sections.appearance')}>
        <SelectRow
          field="theme"
          label={t('settings:fields.theme')}
          options={(['system', 'dark', 'light'] as const).map((value) => ({
            value,
            label: t(`common:theme.${value}`),
          }))}
        />
        <SelectRow
          field="language"
          label={t('settings:fields.language')}
          hint={t('settings:hints.language')}
          options={[{ value: 'en', label: t('settings:languages.en') }]}
        />
      </Section>
      <Section title={t('settings:sections.privacy')}>
        <SwitchRow
          field="shareAnalytics"
          label={t('settings:fields.shareAnalytics')}
          hint={t('settings:hints.shareAnalytics')}
        />
      </Section>
    </div>
  );
}

function decibels(db: number): string {
  return db <= SILENCE_DB ? '\u2212∞ dB' : `${formatFigure(db, 1)} dB`;
}
