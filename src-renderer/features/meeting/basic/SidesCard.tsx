import './texts.ts';
import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { LevelMeter } from '../../../ui/LevelMeter.tsx';
import { basicRecorder, useSoundLevel } from '../../basicRecorder/index.ts';
import { selectTake } from '../meetingSlice.ts';
import { shareAgain } from '../meetingThunks.ts';
import { basicMeeting } from './basicMeeting.ts';

/** Both sides of the meeting that is recorded: how loud they are, or why they are not heard. */
export function SidesCard() {
  const { t } = useTranslation('basicMeeting');
  const isRecording = useSelector(selectTake) !== null;
  const { live } = useSyncExternalStore(basicRecorder.subscribe, basicRecorder.read);
  const sides = useSyncExternalStore(basicMeeting.subscribe, basicMeeting.readSides);
  if (!isRecording) return null;
  const { wants, microphone, uncleaned, farSide } = sides;
  return (
    <Card aria-labelledby="meeting-sides">
      <CardHeader id="meeting-sides" title={t('sides.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        <Side name={t('sides.you')}>
          {!wants.microphone ? (
            <Note>{t('sides.notWanted')}</Note>
          ) : microphone && live.includes('audio') ? (
            <>
              <Level stream={microphone} label={t('sides.yourLevel')} />
              {uncleaned !== null && <Warning>{t('sides.uncleaned', { reason: uncleaned })}</Warning>}
            </>
          ) : (
            <Warning>{t('sides.microphoneLost')}</Warning>
          )}
        </Side>
        <Side name={t('sides.others')}>
          {!wants.system ? (
            <Note>{t('sides.notWanted')}</Note>
          ) : farSide && live.includes('system') ? (
            <Level stream={farSide} label={t('sides.othersLevel')} />
          ) : (
            <Unheard isShared={live.includes('screen')} />
          )}
        </Side>
      </div>
    </Card>
  );
}

/** The others are not heard, and what can be done about it. */
function Unheard({ isShared }: { isShared: boolean }) {
  const { t } = useTranslation('basicMeeting');
  const dispatch = useAppDispatch();
  return (
    <div className="grid justify-items-start gap-2">
      <Warning>
        {isShared ? `${t('sides.noSound')} ${t('sides.noSoundMessage')}` : t('sides.notShared')}
      </Warning>
      <Button size="sm" onClick={() => void dispatch(shareAgain())}>
        {t(isShared ? 'sides.shareWithSound' : 'sides.shareAgain')}
      </Button>
    </div>
  );
}

function Side({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id={id} className="text-xs font-medium text-t1">
        {name}
      </h3>
      {children}
    </section>
  );
}

function Level({ stream, label }: { stream: MediaStream; label: string }) {
  const source = useSoundLevel(stream);
  return <LevelMeter source={source} label={label} className="h-3" />;
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-xs text-t3">{children}</p>;

const Warning = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-xs text-amb-text">
    {children}
  </p>
);
