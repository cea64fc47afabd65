import { Mic } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { levelSourceOf } from '../../ui/levelSource.ts';
import { Select } from '../../ui/Select.tsx';
import { selectDevices, useLiveFeeds } from '../engine/index.ts';
import { readAudioTest, selectAudioTest, startAudioTest, stopAudioTest } from '../settings/index.ts';
import { updateSettings, selectIsConnected, selectSettings } from '../workspace/index.ts';
import { SilenceHelp } from './SilenceHelp.tsx';
import { useHearing } from './useHearing.ts';

const DEFAULT = 'default-device';
const TONES = { waiting: 'text-t2', heard: 'text-grn-text', off: 'text-amb-text', faint: 'text-amb-text' };

/** Chooses a microphone, shows what it hears, and says why that is nothing. */
export function MicrophoneStep() {
  const { t } = useTranslation('setUp');
  const dispatch = useAppDispatch();
  const { test, isBusy, failure } = useSelector(selectAudioTest);
  const { inputDeviceId, outputDeviceId, sampleRate, bufferFrames } = useSelector(selectSettings);
  const isConnected = useSelector(selectIsConnected);
  const isActive = test?.isActive ?? false;
  useEffect(() => {
    void dispatch(readAudioTest());
    return () => void dispatch(stopAudioTest());
  }, [dispatch, inputDeviceId]);
  const start = () =>
    void dispatch(startAudioTest({ inputDeviceId, outputDeviceId, sampleRate, bufferFrames }));
  return (
    <div className="grid gap-4">
      <InputSelect />
      <Level />
      {isActive ? (
        <Heard key={inputDeviceId} name={test?.inputName ?? ''} />
      ) : (
        <Button
          variant="primary"
          className="justify-self-start"
          disabled={!isConnected}
          isBusy={isBusy}
          onClick={start}
        >
          <Mic aria-hidden="true" className="size-4" />
          {t(failure ? 'microphone.again' : 'microphone.start')}
        </Button>
      )}
      {!isActive && <SilenceHelp hearing={null} failure={failure} />}
    </div>
  );
}

/** Of the microphone that is open. */
function Heard({ name }: { name: string }) {
  const { t } = useTranslation('setUp');
  const hearing = useHearing();
  return (
    <>
      <p role="status" className={TONES[hearing]}>
        {t(`hearing.${hearing}`, { name })}
      </p>
      <SilenceHelp hearing={hearing} failure={null} />
    </>
  );
}

function InputSelect() {
  const { t } = useTranslation('setUp');
  const dispatch = useAppDispatch();
  const { list } = useSelector(selectDevices);
  const { inputDeviceId } = useSelector(selectSettings);
  const inputs = list.filter(({ type }) => type !== 'output');
  return (
    <div className="grid gap-1.5 sm:max-w-96">
      <span aria-hidden="true" className="text-xs font-medium text-t2">
        {t('microphone.label')}
      </span>
      <Select
        label={t('microphone.label')}
        value={inputDeviceId ?? DEFAULT}
        options={[
          { value: DEFAULT, label: t('microphone.default') },
          ...inputs.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) =>
          void dispatch(updateSettings({ inputDeviceId: value === DEFAULT ? null : value }))
        }
      />
    </div>
  );
}

/** Listens as long as it is shown: the host ends a test that nobody hears. */
function Level() {
  const { t } = useTranslation('setUp');
  const { testLevel } = useLiveFeeds();
  const source = useMemo(() => levelSourceOf(testLevel, () => testLevel.readPeakDb()), [testLevel]);
  return <LevelMeter source={source} label={t('microphone.level')} className="h-3" />;
}
