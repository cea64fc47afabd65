import { Mic, Volume2 } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { levelSourceOf } from '../../ui/levelSource.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useLiveFeeds } from '../engine/index.ts';
import { readAudioTest, selectAudioTest, startAudioTest, stopAudioTest } from '../settings/index.ts';
import { selectHeardBy, selectIsConnected, selectSettings } from '../workspace/index.ts';
import { findSystemDevice } from './findSystemDevice.ts';

const SIDES = ['microphone', 'system'] as const;
type Side = (typeof SIDES)[number];

interface SoundCheckProps {
  /** The microphone is to be recorded. */
  hasMicrophone: boolean;
  /** What the host's computer plays is, too. */
  hasSystem: boolean;
  /** Nothing is recorded, nor about to be: devices may be opened for their level. */
  isIdle: boolean;
}

/**
 * The level of what would be recorded, one at a time. A host is heard at once; a browser that would ask is asked by a button.
 */
export function SoundCheck({ hasMicrophone, hasSystem, isIdle }: SoundCheckProps) {
  const { t } = useTranslation('recorderCheck');
  const [chosen, setChosen] = useState<Side>('microphone');
  const { test, failure, isBusy } = useSelector(selectAudioTest);
  const side: Side = hasMicrophone && hasSystem ? chosen : hasSystem ? 'system' : 'microphone';
  const isWanted = side === 'system' ? hasSystem : hasMicrophone;
  const start = useTest(side, isWanted && isIdle);
  const heardBy = useSelector(selectHeardBy);
  const isActive = test?.isActive ?? false;
  const inputName = test?.inputName ?? null;
  // It lends its levels to the test, and hears the microphone.
  const isLiveInTheWay = side === 'system' && test?.source === 'live';
  const Icon = side === 'system' ? Volume2 : Mic;
  return (
    <section aria-labelledby="check-sound" className="grid min-w-0 gap-2">
      <h3 id="check-sound" className="flex items-center gap-2 text-xs font-medium text-t1">
        <Icon aria-hidden="true" className="size-4 text-t3" />
        {t(side)}
      </h3>
      {hasMicrophone && hasSystem && (
        <div className="justify-self-start">
          <SegmentedControl
            label={t('shown')}
            segments={SIDES.map((value) => ({ value, label: t(`sides.${value}`) }))}
            value={side}
            onChange={setChosen}
          />
        </div>
      )}
      {!isWanted && <p className="text-xs text-t3">{t('off')}</p>}
      {isWanted && isLiveInTheWay && <p className="text-xs text-t3">{t('liveInTheWay')}</p>}
      {isWanted && !isLiveInTheWay && (
        <>
          <TestLevel side={side} />
          {isActive && inputName !== null && (
            <p className="truncate text-xs text-t2">{t('hears', { name: inputName })}</p>
          )}
          {!isActive && isBusy && <p className="text-xs text-t3">{t(`opening.${side}`)}</p>}
          {!isActive && !isBusy && isIdle && (
            <div className="grid justify-items-start gap-1.5">
              {failure && <p className="text-xs text-amb-text">{failure.message}</p>}
              {!failure && heardBy === 'page' && <p className="text-xs text-t3">{t('showHint')}</p>}
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
function useTest(side: Side, isWanted: boolean): () => void {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const heardBy = useSelector(selectHeardBy);
  const { inputDeviceId, outputDeviceId, sampleRate, bufferFrames } = useSelector(selectSettings);
  const devices = useMemo(
    () => ({ inputDeviceId, outputDeviceId, sampleRate, bufferFrames }),
    [inputDeviceId, outputDeviceId, sampleRate, bufferFrames],
  );
  const start = async (isStillWanted: () => boolean) => {
    if (side === 'microphone') return void (await dispatch(startAudioTest(devices)));
    const found = await dispatch(findSystemDevice());
    // Where it has gone meanwhile, the microphone is not heard in its place.
    if (findSystemDevice.fulfilled.match(found) && found.payload !== null && isStillWanted())
      await dispatch(startAudioTest({ ...devices, inputDeviceId: found.payload }));
  };
  const startUnasked = useEffectEvent((isStillWanted: () => boolean) => void start(isStillWanted));
  useEffect(() => {
    if (!isWanted || !isConnected) return undefined;
    let isOver = false;
    void dispatch(readAudioTest()).then((result) => {
      const isAllowed =
        heardBy === 'host' ||
        (readAudioTest.fulfilled.match(result) && result.payload.permission === 'granted');
      if (isAllowed && !isOver) startUnasked(() => !isOver);
    });
    return () => {
      isOver = true;
      void dispatch(stopAudioTest());
    };
  }, [dispatch, isWanted, isConnected, heardBy, devices, side]);
  return () => void start(() => true);
}

function TestLevel({ side }: { side: Side }) {
  const { t } = useTranslation('recorderCheck');
  const { testLevel } = useLiveFeeds();
  const source = useMemo(() => levelSourceOf(testLevel, () => testLevel.readPeakDb()), [testLevel]);
  return (
    <LevelMeter source={source} label={t(side === 'system' ? 'systemLevel' : 'level')} className="h-3" />
  );
}
