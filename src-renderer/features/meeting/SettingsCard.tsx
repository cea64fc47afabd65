import { useId } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { FORMAT_CODECS } from '../../../src-shared/domain/videoChannels.ts';
import { VIDEO_FORMATS, type VideoFormat } from '../../../src-shared/domain/videoExport.ts';
import { CAPTURE_QUALITIES } from '../../../src-shared/domain/screenCapture.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useEngine } from '../voiceAi/index.ts';
import {
  selectCleansVoice,
  selectHeardBy,
  selectTranscripts,
  selectVideoSupport,
} from '../workspace/index.ts';
import { selectAction, selectMeeting, selectIsRecording, settingsChanged } from './meetingSlice.ts';
import { saveSettings, type MeetingSettings } from './savedSettings.ts';
import { useSound } from './useSound.ts';

/** How a meeting is recorded: fixed while one runs. */
export function SettingsCard() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const { settings } = useSelector(selectMeeting);
  const action = useSelector(selectAction);
  const isFixed = useSelector(selectIsRecording) || action !== null;
  const { noMicrophone, noSystem, isLooking } = useSound();
  const heardBy = useSelector(selectHeardBy);
  const cleansVoice = useSelector(selectCleansVoice);
  const isWritten = useWritten();
  const transcripts = useSelector(selectTranscripts);
  const { online } = useEngine();
  const noTranscripts = transcripts?.supported === false ? transcripts.reason : null;
  // What is chosen for a host that writes it stays so.
  const format = isWritten(settings.format) ? settings.format : 'webm';
  const change = (changes: Partial<MeetingSettings>) => {
    saveSettings({ ...settings, ...changes });
    dispatch(settingsChanged(changes));
  };
  return (
    <Card aria-labelledby="meeting-settings">
      <CardHeader id="meeting-settings" title={t('settings.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Choice
          label={t('settings.quality')}
          value={settings.quality}
          options={CAPTURE_QUALITIES.map((value) => ({
            value: value,
            label: t(`settings.qualities.${value}`),
          }))}
          disabled={isFixed}
          onChange={(quality) => change({ quality })}
        />
        <Choice
          label={t('settings.format')}
          hint={t(`settings.formatHints.${isWritten(format) ? format : 'webmOnly'}`)}
          value={format}
          options={VIDEO_FORMATS.map((value) => ({
            value,
            label: t(`settings.formats.${value}`),
            ...(value !== format && !isWritten(value) && { disabled: true, note: t('settings.desktopOnly') }),
          }))}
          disabled={isFixed}
          onChange={(format) => change({ format })}
        />
        <Toggle
          label={t('settings.microphone')}
          hint={noMicrophone ?? t(cleansVoice ? 'settings.microphoneHint' : 'settings.uncleaned')}
          isOn={settings.microphone && noMicrophone === null}
          disabled={isFixed || noMicrophone !== null}
          onChange={(microphone) => change({ microphone })}
        />
        <Toggle
          label={t('settings.farSide')}
          hint={isLooking ? t('settings.looking') : (noSystem ?? t(`settings.farSideHint.${heardBy}`))}
          isOn={settings.system && noSystem === null}
          disabled={isFixed || noSystem !== null}
          onChange={(system) => change({ system })}
        />
        <Toggle
          label={t('settings.transcribe')}
          hint={
            noTranscripts ?? (online ? t('settings.transcribeHint', online) : t('settings.transcribeFree'))
          }
          isOn={settings.transcribe && noTranscripts === null}
          disabled={isFixed || noTranscripts !== null}
          onChange={(transcribe) => change({ transcribe })}
        />
        <p className="border-t border-line pt-3 text-xs text-t2">{t('settings.consent')}</p>
      </div>
    </Card>
  );
}

/** Whether the host writes a format as it is: of what it does not, only WebM is left, as every browser encodes it. */
function useWritten(): (format: VideoFormat) => boolean {
  const support = useSelector(selectVideoSupport);
  return (format) => !support?.supported || support.codecs.includes(FORMAT_CODECS[format]);
}

interface ToggleProps {
  label: string;
  hint: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

function Toggle({ label, hint, isOn, disabled, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-t1">
          {label}
        </label>
        <p className="mt-0.5 text-xs text-t3">{hint}</p>
      </div>
      <Switch id={id} label={label} isOn={isOn} disabled={disabled} onChange={onChange} />
    </div>
  );
}
