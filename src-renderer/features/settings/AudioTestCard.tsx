import { Mic, Square, TriangleAlert, Volume2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatFigure } from '../../lib/figures.ts';
import { levelDbOf, METER_LABEL_COLOURS } from '../../lib/meter.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { LevelMeter, type MeterReading } from '../../ui/LevelMeter.tsx';
import { levelSourceOf } from '../../ui/levelSource.ts';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useLiveFeeds } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { playTone, readAudioTest, selectAudioTest, startAudioTest, stopAudioTest } from './audioTestSlice.ts';
import { Section } from './rows.tsx';
import { useField } from './useField.ts';

const PERMISSION_TONES = { unknown: 'neutral', granted: 'good', denied: 'bad' } as const;

/** Whether the microphone is heard and the output plays: on the devices that are chosen, saved or not. */
export function AudioTestCard() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const { test, isBusy, failure } = useSelector(selectAudioTest);
  const isConnected = useSelector(selectIsConnected);
  const devices = useTestedDevices();
  const isActive = test?.isActive ?? false;
  useTestEndsWithCard();
  return (
    <Section
      title={t('test.title')}
      actions={
        <Pill tone={isActive ? 'good' : 'neutral'}>{isActive ? t('test.active') : t('test.inactive')}</Pill>
      }
    >
      <p className="text-t2">{t('test.message')}</p>
      <p className="flex items-center gap-2 text-xs text-t2">
        <StatusDot tone={PERMISSION_TONES[test?.permission ?? 'unknown']} />
        {t(`test.permission.${test?.permission ?? 'unknown'}`)}
      </p>
      <TestMeter isActive={isActive} />
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <Button onClick={() => void dispatch(stopAudioTest())}>
            <Square aria-hidden="true" className="size-4" />
            {t('test.stop')}
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={!isConnected}
            isBusy={isBusy}
            onClick={() => void dispatch(startAudioTest(devices))}
          >
            <Mic aria-hidden="true" className="size-4" />
            {t('test.start')}
          </Button>
        )}
        <Button
          disabled={!isConnected || isBusy || test?.isToneOn === true}
          onClick={() => void dispatch(playTone(devices))}
        >
          <Volume2 aria-hidden="true" className="size-4" />
          {test?.isToneOn ? t('test.tonePlays') : t('test.tone')}
        </Button>
      </div>
      <p role="status" className="text-xs text-t3">
        {test?.isActive && test.inputName !== null
          ? t(test.source === 'live' ? 'test.hearsLive' : 'test.hears', { name: test.inputName })
          : t('test.ends')}
      </p>
    </Section>
  );
}

function useTestedDevices() {
  const inputDeviceId = useField('inputDeviceId').value;
  const outputDeviceId = useField('outputDeviceId').value;
  const sampleRate = useField('sampleRate').value;
  const bufferFrames = useField('bufferFrames').value;
  return { inputDeviceId, outputDeviceId, sampleRate, bufferFrames };
}

/** Leaving the tab, the screen or the page lets everything go. */
function useTestEndsWithCard(): void {
  const dispatch = useAppDispatch();
  const { inputDeviceId, outputDeviceId } = useTestedDevices();
  useEffect(() => {
    void dispatch(readAudioTest());
    return () => void dispatch(stopAudioTest());
    // Another device is another test.
  }, [dispatch, inputDeviceId, outputDeviceId]);
}

function TestMeter({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('settings');
  const { testLevel } = useLiveFeeds();
  const [reading, setReading] = useState<MeterReading | null>(null);
  const source = useMemo(() => levelSourceOf(testLevel, () => testLevel.readPeakDb()), [testLevel]);
  const peakDb = reading && levelDbOf(reading.peakPercent);
  return (
    <div className="grid gap-1.5">
      <LevelMeter source={source} label={t('test.level')} onReading={setReading} className="h-3" />
      <p className="flex min-h-5 items-center gap-2 text-xs text-t3 tabular-nums">
        <span className="grow text-t2">{t('test.level')}</span>
        {isActive && reading ? (
          <>
            {reading.hasClipIcon && (
              <TriangleAlert aria-label={t('test.clip')} role="img" className="size-3.5 text-red" />
            )}
            <span className={classNames('font-medium', METER_LABEL_COLOURS[reading.label])}>
              {t(`test.labels.${reading.label}`)}
            </span>
            <span className="min-w-28 text-right">
              {peakDb === null ? t('test.peakBelow') : t('test.peak', { level: formatFigure(peakDb, 1) })}
            </span>
          </>
        ) : (
          <span>{t('test.notMeasured')}</span>
        )}
      </p>
    </div>
  );
}
