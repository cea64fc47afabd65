import { useId } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { selectCleansVoice, selectHeardBy } from '../workspace/index.ts';
import { selectSystemAudio } from './screenCaptureSlice.ts';
import { useOffered } from './useOffered.ts';
import { useSettings } from './useSettings.ts';

/** Which sound is beside the video, and whether the cursor is in it. */
export function AudioCard() {
  const { t } = useTranslation('screenCapture');
  const { change, isLocked } = useSettings();
  const { settings, audio, microphone, canHideCursor } = useOffered();
  const isLooking = useSelector(selectSystemAudio) === null;
  const heardBy = useSelector(selectHeardBy);
  const cleansVoice = useSelector(selectCleansVoice);
  return (
    <Card aria-labelledby="capture-audio">
      <CardHeader id="capture-audio" title={t('audio.title')} />
      <div className="grid gap-3.5">
        <Row
          label={t('audio.includeAudio')}
          hint={
            isLooking && audio === null
              ? t('audio.looking')
              : (audio ?? t(`audio.includeAudioHint.${heardBy}`))
          }
          isOn={settings.includeAudio}
          disabled={isLocked || audio !== null}
          onChange={(includeAudio) => change({ includeAudio })}
        />
        <Row
          label={t('audio.includeMicrophone')}
          hint={microphone ?? t(cleansVoice ? 'audio.includeMicrophoneHint' : 'audio.uncleaned')}
          isOn={settings.includeMicrophone}
          disabled={isLocked || microphone !== null}
          onChange={(includeMicrophone) => change({ includeMicrophone })}
        />
        <Row
          label={t('audio.showCursor')}
          hint={canHideCursor ? null : t('audio.noCursor')}
          isOn={settings.showCursor}
          disabled={isLocked || !canHideCursor}
          onChange={(showCursor) => change({ showCursor })}
        />
      </div>
    </Card>
  );
}

function Row(props: {
  label: string;
  hint: string | null;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { label, hint, isOn, disabled, onChange } = props;
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-t1">
          {label}
        </label>
        {hint !== null && <p className="mt-0.5 text-xs text-t3">{hint}</p>}
      </div>
      <Switch id={id} label={label} isOn={isOn} disabled={disabled} onChange={onChange} />
    </div>
  );
}
