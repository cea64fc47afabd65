import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Capability } from '../../../src-shared/contract/host.ts';
import {
  INPUT_GAIN_PERCENT,
  inputGainDb,
  SILENCE_DB,
  VOLUME_PERCENT,
  volumeDb,
} from '../../../src-shared/domain/gain.ts';
import { LANGUAGE_CHOICES, LANGUAGE_NAMES } from '../../../src-shared/domain/languages.ts';
import { INITIAL_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { formatFigure } from '../../lib/figures.ts';
import { askForSystemNotices, canShowSystemNotices } from '../../lib/systemNotice.ts';
import { Switch } from '../../ui/Switch.tsx';
import { selectAutoStart, selectCaptureControl, selectTray } from '../workspace/index.ts';
import { BrowsersSection } from './BrowsersSection.tsx';
import { NoticesSection } from './NoticesSection.tsx';
import { LearningSection } from './LearningSection.tsx';
import { Row, Section, SelectRow, SliderRow, SwitchRow, Why } from './rows.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';
import { useField } from './useField.ts';

export const PERCENT = { min: 0, max: 100, step: 1 } as const;

/** How the app looks, and how one sounds. */
export function GeneralTab() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <div className="grid gap-3.5 lg:grid-cols-2">
      <div className="grid content-start gap-3.5">
        <Section title={t('settings:sections.sound')}>
          <SliderRow
            field="sensitivity"
            label={t('settings:fields.sensitivity')}
            hint={t('settings:hints.sensitivity')}
            limits={PERCENT}
            defaultValue={INITIAL_LIVE_CHAIN.denoise.sensitivity}
          />
          <SliderRow
            field="inputGain"
            label={t('settings:fields.inputGain')}
            hint={t('settings:hints.inputGain')}
            limits={INPUT_GAIN_PERCENT}
            defaultValue={INITIAL_LIVE_CHAIN.inputGain}
            unit={(percent) => `· ${decibels(inputGainDb(percent))}`}
          />
          <SliderRow
            field="outputVolume"
            label={t('settings:fields.outputVolume')}
            hint={t('settings:hints.outputVolume')}
            limits={VOLUME_PERCENT}
            defaultValue={INITIAL_LIVE_CHAIN.outputVolume}
            unit={(percent) => `· ${decibels(volumeDb(percent))}`}
          />
        </Section>
        <ApplicationSection />
        <BrowsersSection />
      </div>
      <div className="grid content-start gap-3.5">
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
            options={LANGUAGE_CHOICES.map((value) => ({
              value,
              label: value === 'system' ? t('settings:languages.system') : LANGUAGE_NAMES[value],
            }))}
          />
        </Section>
        <LearningSection />
        <UpdatesSection />
        <NoticesSection />
        <Section title={t('settings:sections.privacy')}>
          <SwitchRow
            field="privacyMode"
            label={t('settings:fields.privacyMode')}
            hint={t('settings:hints.privacyMode')}
          />
          <SwitchRow
            field="shareAnalytics"
            label={t('settings:fields.shareAnalytics')}
            hint={t('settings:hints.shareAnalytics')}
          />
        </Section>
      </div>
    </div>
  );
}

function ApplicationSection() {
  const { t } = useTranslation('settings');
  const autoStart = useSelector(selectAutoStart);
  const tray = useSelector(selectTray);
  const captureControl = useSelector(selectCaptureControl);
  return (
    <Section title={t('sections.application')}>
      <SwitchRow
        field="autoStart"
        label={t('fields.autoStart')}
        hint={t('hints.autoStart')}
        obstacle={reasonOf(autoStart)}
        isUnknown={autoStart === null}
      />
      <SwitchRow
        field="minimizeToTray"
        label={t('fields.minimizeToTray')}
        hint={t('hints.minimizeToTray')}
        obstacle={reasonOf(tray)}
        isUnknown={tray === null}
      />
      <SwitchRow
        field="captureControl"
        label={t('fields.captureControl')}
        hint={t('hints.captureControl')}
        obstacle={reasonOf(captureControl)}
        isUnknown={captureControl === null}
      />
      <NotificationsRow />
    </Section>
  );
}

/** Asks the system when it is switched on: without its leave it stays off, and says so. */
function NotificationsRow() {
  const { t } = useTranslation('settings');
  const { value, set, isDirty, disabled } = useField('notifications');
  const [isDenied, setIsDenied] = useState(false);
  const canShow = canShowSystemNotices();
  const switchTo = async (isOn: boolean) => {
    const isAllowed = !isOn || (await askForSystemNotices());
    setIsDenied(!isAllowed);
    if (isAllowed) set(isOn);
  };
  const obstacle = canShow
    ? isDenied
      ? t('hints.notificationsDenied')
      : null
    : t('hints.notificationsAbsent');
  return (
    <Row
      label={t('fields.notifications')}
      hint={<Why hint={t('hints.notifications')} obstacle={obstacle} />}
      isDirty={isDirty}
    >
      <Switch
        label={t('fields.notifications')}
        isOn={value && canShow}
        disabled={disabled || !canShow}
        onChange={(isOn) => void switchTo(isOn)}
      />
    </Row>
  );
}

function reasonOf(capability: Capability | null): string | null {
  return capability?.supported === false ? capability.reason : null;
}

function decibels(db: number): string {
  return db <= SILENCE_DB ? '\u2212∞ dB' : `${formatFigure(db, 1)} dB`;
}
