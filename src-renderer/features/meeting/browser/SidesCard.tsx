import './texts.ts';
import { useId, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { LevelMeter } from '../../../ui/LevelMeter.tsx';
import { followSounds, liveSound } from '../../../media/recorder/index.ts';
import { useSoundLevel } from '../../../ui/useSoundLevel.ts';
import { selectMeeting, selectTake } from '../meetingSlice.ts';
import { shareAgain } from '../meetingThunks.ts';

/** Both sides of the meeting that is recorded: how loud they are, or why they are not heard. */
export function SidesCard() {
  const { t } = useTranslation('browserMeeting');
  const take = useSelector(selectTake);
  const { settings: wants } = useSelector(selectMeeting);
  const microphone = useSyncExternalStore(followSounds, () => liveSound('microphone'));
  const farSide = useSyncExternalStore(followSounds, () => liveSound('system'));
  if (!take) return null;
  const isHeard = (sound: string) => take.channelIds.includes(sound);
  return (
    <Card aria-labelledby="meeting-sides">
      <CardHeader id="meeting-sides" title={t('sides.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        <Side name={t('sides.you')}>
          {!wants.microphone ? (
            <Note>{t('sides.notWanted')}</Note>
          ) : microphone && isHeard('microphone') ? (
            <>
              <Level track={microphone.track} label={t('sides.yourLevel')} />
              {microphone.uncleaned !== null && (
                <Warning>{t('sides.uncleaned', { reason: microphone.uncleaned })}</Warning>
              )}
            </>
          ) : (
            <Warning>{t('sides.microphoneLost')}</Warning>
          )}
        </Side>
        <Side name={t('sides.others')}>
          {!wants.system ? (
            <Note>{t('sides.notWanted')}</Note>
          ) : farSide && isHeard('system') ? (
            <Level track={farSide.track} label={t('sides.othersLevel')} />
          ) : (
            <Unheard isShared={take.tracks.some(({ isEnded }) => !isEnded)} />
          )}
        </Side>
      </div>
    </Card>
  );
}

/** The others are not heard, and what can be done about it. */
function Unheard({ isShared }: { isShared: boolean }) {
  const { t } = useTranslation('browserMeeting');
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

function Level({ track, label }: { track: MediaStreamTrack; label: string }) {
  const source = useSoundLevel(useMemo(() => new MediaStream([track]), [track]));
  return <LevelMeter source={source} label={label} className="h-3" />;
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-xs text-t3">{children}</p>;

const Warning = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-xs text-amb-text">
    {children}
  </p>
);
