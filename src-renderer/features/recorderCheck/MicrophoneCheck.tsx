import { Mic } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatFigure } from '../../lib/figures.ts';
import { levelPercentOf } from '../../lib/meter.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { LevelMeter, type LevelSource } from '../../ui/LevelMeter.tsx';
import { useLiveFeeds } from '../engine/index.ts';
import { readAudioTest, selectAudioTest, startAudioTest, stopAudioTest } from '../settings/index.ts';
import { selectHeardBy, selectIsConnected, selectSettings } from '../workspace/index.ts';

interface MicrophoneCheckProps {
  isWanted: boolean;
  /** Nothing is recorded, nor about to be: the microphone may be opened for its level. */
  isIdle: boolean;
}

/** The level of the microphone that would be recorded. A host is heard at once; a browser that would ask is asked by a button. */
export function MicrophoneCheck({ isWanted, isIdle }: MicrophoneCheckProps) {
  const { t } = useTranslation('recorderCheck');
  const { test, failure, isBusy } = useSelector(selectAudioTest);
  const start = useTest(isWanted && isIdle);
  const isActive = test?.isActive ?? false;
  const inputName = test?.inputName ?? null;
  return (
    <section aria-labelledby="check-microphone" className="grid min-w-0 gap-2">
      <h3 id="check-microphone" className="flex items-center gap-2 text-xs font-medium text-t1">
        <Mic aria-hidden="true" className="size-4 text-t3" />
        {t('microphone')}
      </h3>
      {!isWanted ? (
        <p className="text-xs text-t3">{t('off')}</p>
      ) : (
        <>
          <TestLevel />
          {isActive && inputName !== null && (
            <p className="truncate text-xs text-t2">{t('hears', { name: inputName })}</p>
          )}
          {!isActive && isBusy && <p className="text-xs text-t3">{t('opening')}</p>}
          {!isActive && !isBusy && isIdle && (
            <div className="grid justify-items-start gap-1.5">
              {failure ? (
                <p className="text-xs text-amb-text">{failure.message}</p>
              ) : (
                <p className="text-xs text-t3">{t('showHint')}</p>
              )}
              <Button size="sm" onClick={start}>
                {t(failure ? 'again' : 'show')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Listens while that is wanted and nobody has to be asked; what it returns listens after a question, too. */
function useTest(isWanted: boolean): () => void {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const heardBy = useSelector(selectHeardBy);
  const { inputDeviceId, outputDeviceId, sampleRate, bufferFrames } = useSelector(selectSettings);
  const devices = useMemo(
    () => ({ inputDeviceId, outputDeviceId, sampleRate, bufferFrames }),
    [inputDeviceId, outputDeviceId, sampleRate, bufferFrames],
  );
  useEffect(() => {
    if (!isWanted || !isConnected) return undefined;
    let isOver = false;
    void dispatch(readAudioTest()).then((result) => {
      const isAllowed =
        heardBy === 'host' ||
        (readAudioTest.fulfilled.match(result) && result.payload.permission === 'granted');
      if (isAllowed && !isOver) void dispatch(startAudioTest(devices));
    });
    return () => {
      isOver = true;
      void dispatch(stopAudioTest());
    };
  }, [dispatch, isWanted, isConnected, heardBy, devices]);
  return () => void dispatch(startAudioTest(devices));
}

function TestLevel() {
  const { t } = useTranslation('recorderCheck');
  const { testLevel } = useLiveFeeds();
  const source = useMemo<LevelSource>(() => {
    const read = () => testLevel.readPeakDb();
    return {
      subscribe: testLevel.subscribe,
      readPercent() {
        const db = read();
        return db === null ? null : levelPercentOf(db);
      },
      readText() {
        const db = read();
        return db === null ? '—' : `${formatFigure(db, 1)} dBFS`;
      },
    };
  }, [testLevel]);
  return <LevelMeter source={source} label={t('level')} className="h-3" />;
}
