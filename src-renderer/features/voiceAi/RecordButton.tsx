import { Mic, Square } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { Button } from '../../ui/Button.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { useSoundLevel } from '../../ui/useSoundLevel.ts';
import type { RecordedSound } from './recordedSound.ts';
import { canRecord, useVoiceRecorder } from './useVoiceRecorder.ts';

interface RecordButtonProps {
  /** Of the file, without its ending. */
  fileName: string;
  /** What is recorded, where there is more than one such button. */
  label?: string;
  disabled?: boolean;
  onRecorded: (sound: RecordedSound) => void;
}

/** Records the microphone of the settings, cleaned, with its level and the time that has passed. */
export function RecordButton({ fileName, label, disabled = false, onRecorded }: RecordButtonProps) {
  const { t } = useTranslation('voiceAi');
  const recorder = useVoiceRecorder(fileName, onRecorded);
  if (!canRecord()) return <p className="text-t2">{t('recorder.unsupported')}</p>;
  const isRecording = recorder.state === 'recording';
  const Icon = isRecording ? Square : Mic;
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={isRecording ? 'danger' : 'primary'}
          disabled={disabled && !isRecording}
          isBusy={recorder.state === 'asking'}
          aria-label={
            label === undefined
              ? undefined
              : `${label}: ${t(isRecording ? 'recorder.stop' : 'recorder.start')}`
          }
          onClick={() => (isRecording ? recorder.stop() : void recorder.start())}
        >
          <Icon aria-hidden="true" className="size-4" />
          {t(isRecording ? 'recorder.stop' : 'recorder.start')}
        </Button>
        {isRecording && (
          <span className="text-t2 tabular-nums">
            {t('recorder.recording')} {formatRecordedTime(recorder.elapsedSec)}
          </span>
        )}
      </div>
      {recorder.stream !== null && <Level stream={recorder.stream} label={t('recorder.level')} />}
      {recorder.state === 'asking' && <p className="text-xs text-t3">{t('recorder.asking')}</p>}
      {isRecording && recorder.uncleaned !== null && (
        <p className="text-xs text-t3">{t('recorder.uncleaned', { reason: recorder.uncleaned })}</p>
      )}
      {recorder.failure !== null && <MessageBox tone="error">{recorder.failure}</MessageBox>}
    </div>
  );
}

function Level({ stream, label }: { stream: MediaStream; label: string }) {
  return <LevelMeter source={useSoundLevel(stream)} label={label} />;
}
