import { Headphones, Mic, TriangleAlert } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatFigure } from '../../lib/figures.ts';
import { levelDbOf, METER_LABEL_COLOURS } from '../../lib/meter.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { LevelMeter, type MeterReading } from '../../ui/LevelMeter.tsx';
import { levelSourceOf } from '../../ui/levelSource.ts';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import {
  chooseDevice,
  findDevice,
  readDevices,
  selectDevices,
  selectInputDevices,
  selectLiveAction,
  selectOutputDevices,
  useLiveFeeds,
  type DeviceChoice,
  useUnmeasuredReason,
} from '../engine/index.ts';
import { selectIsConnected, selectSettings } from '../workspace/index.ts';

type Direction = DeviceChoice['direction'];

/** The value of the select for a setting of null; no device's id is empty. */
const SYSTEM_DEFAULT = 'system-default';

/** One device to choose, and what is heard on it. */
export function DevicePicker({ direction }: { direction: Direction }) {
  const { t } = useTranslation('dashboard');
  const dispatch = useAppDispatch();
  const settings = useSelector(selectSettings);
  const { status, nameById } = useSelector(selectDevices);
  const devices = useSelector(direction === 'input' ? selectInputDevices : selectOutputDevices);
  const isConnected = useSelector(selectIsConnected);
  const isBusy = useSelector(selectLiveAction) !== null;
  const noteId = useId();

  const deviceId = direction === 'input' ? settings.inputDeviceId : settings.outputDeviceId;
  const isMissing = deviceId !== null && status === 'ready' && findDevice(devices, deviceId) === null;
  const options = useDeviceOptions(devices, deviceId, isMissing, nameById);
  return (
    <div className="grid content-start gap-2.5">
      <Select
        label={t(direction === 'input' ? 'devices.inputLabel' : 'devices.outputLabel')}
        icon={
          direction === 'input' ? (
            <Mic aria-hidden="true" className="text-t3" />
          ) : (
            <Headphones aria-hidden="true" className="text-t3" />
          )
        }
        value={deviceId ?? SYSTEM_DEFAULT}
        options={options}
        disabled={!isConnected || isBusy}
        isInvalid={isMissing}
        {...(isMissing ? { describedBy: noteId } : {})}
        onOpenChange={(isOpen) => isOpen && void dispatch(readDevices())}
        onChange={(value) =>
          void dispatch(chooseDevice({ direction, deviceId: value === SYSTEM_DEFAULT ? null : value }))
        }
      />
      <DeviceLevel direction={direction} />
      {isMissing && (
        <p id={noteId} className="text-xs text-amb-text">
          {t('devices.missingMessage')}
        </p>
      )}
    </div>
  );
}

/** The system's default, the devices that are here, and a chosen one that is not. */
function useDeviceOptions(
  devices: readonly AudioDevice[],
  deviceId: string | null,
  isMissing: boolean,
  nameById: Readonly<Record<string, string>>,
): SelectOption[] {
  const { t } = useTranslation('dashboard');
  const defaultDevice = findDevice(devices, null);
  const options: SelectOption[] = [
    {
      value: SYSTEM_DEFAULT,
      label: defaultDevice
        ? t('devices.systemDefaultNamed', { name: defaultDevice.name })
        : t('devices.systemDefault'),
    },
    ...devices.map((device) => ({
      value: device.id,
      label: device.name,
      ...(device.isDefault ? { note: t('devices.isDefault') } : {}),
    })),
  ];
  const isListed = deviceId === null || devices.some((device) => device.id === deviceId);
  if (isListed || deviceId === null) return options;
  const note = isMissing ? { note: t('devices.notConnected') } : {};
  return [...options, { value: deviceId, label: nameById[deviceId] ?? deviceId, ...note }];
}

function DeviceLevel({ direction }: { direction: Direction }) {
  const { t } = useTranslation('dashboard');
  const { levels } = useLiveFeeds();
  const [reading, setReading] = useState<MeterReading | null>(null);
  const unmeasured = useUnmeasuredReason();
  const source = useMemo(() => {
    const readDb = () => {
      const now = levels.read();
      return now && (direction === 'input' ? now.inputPeakDb : now.outputPeakDb);
    };
    return levelSourceOf(levels, readDb);
  }, [levels, direction]);
  return (
    <div className="grid gap-1.5">
      <LevelMeter
        source={source}
        label={t(direction === 'input' ? 'devices.inputLevel' : 'devices.outputLevel')}
        onReading={setReading}
      />
      <p className="flex items-center gap-2 text-xs text-t3 tabular-nums">
        <span className="grow text-t2">
          {t(direction === 'input' ? 'devices.inputLevel' : 'devices.outputLevel')}
        </span>
        {reading && unmeasured === null ? (
          <ReadingWords {...reading} />
        ) : (
          <Unknown reason={unmeasured ?? t('monitor.whyNotYet')} />
        )}
      </p>
    </div>
  );
}

function ReadingWords({ label, hasClipIcon, peakPercent }: MeterReading) {
  const { t } = useTranslation('dashboard');
  const peakDb = levelDbOf(peakPercent);
  return (
    <>
      {hasClipIcon && (
        <TriangleAlert aria-label={t('devices.clip')} role="img" className="size-3.5 text-red" />
      )}
      <span className={classNames('font-medium', METER_LABEL_COLOURS[label])}>
        {t(`devices.labels.${label}`)}
      </span>
      <span className="min-w-28 text-right">
        {peakDb === null ? t('devices.peakBelow') : t('devices.peak', { level: formatFigure(peakDb, 1) })}
      </span>
    </>
  );
}
