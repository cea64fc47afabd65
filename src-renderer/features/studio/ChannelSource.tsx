import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  DEFAULT_SOURCE,
  deviceChannelsOf,
  type CaptureChannel,
} from '../../../src-shared/domain/captureSetUp.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { readDevices, selectDevices, selectInputDevices } from '../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { selectCaptureSupport, selectIsConnected } from '../workspace/index.ts';
import { useMissing } from './video/useMissing.ts';
import { selectSession } from './studioSlice.ts';
import { selectHasSoundTake } from './video/videoSlice.ts';
import { changeChannel, hearAgain } from './studioThunks.ts';

/** Stands for "none": no device's id is empty. */
const NONE = 'none';

/** Which device a channel hears, and which of its inputs. */
export function ChannelSource({ channel }: { channel: CaptureChannel }) {
  const { t } = useTranslation(['studio', 'studioVideo']);
  const dispatch = useAppDispatch();
  const devices = useSelector(selectInputDevices);
  const { status, nameById } = useSelector(selectDevices);
  const session = useSelector(selectSession);
  const isConnected = useSelector(selectIsConnected);
  const isTaking = useSelector(selectHasSoundTake);
  const { id: channelId, name, source, deviceChannels } = channel;
  const device = devices.find(({ id }) => id === source);
  const state = session?.devices.find(({ id, direction }) => id === source && direction === 'input');
  const support = useSelector(selectCaptureSupport);
  const hasAny = support?.supported === true && support.hasDefaultSource;
  const isAny = hasAny && source === DEFAULT_SOURCE;
  const isUnrecorded = useMissing().some(({ id }) => id === channelId);
  const isMissing =
    source !== null &&
    (state ? state.status !== 'open' : status === 'ready' && device === undefined && !isAny);
  const set = (changes: Partial<Pick<CaptureChannel, 'source' | 'deviceChannels'>>) =>
    void dispatch(changeChannel({ channelId, changes }));

  const options: SelectOption[] = [
    { value: NONE, label: t('studio:channels.noSource') },
    ...(hasAny ? [{ value: DEFAULT_SOURCE, label: t('studio:channels.anySource') }] : []),
    ...devices
      .filter(({ id }) => !hasAny || id !== DEFAULT_SOURCE)
      .map(({ id, name: label, isDefault }) => ({
        value: id,
        label,
        ...(isDefault ? { note: t('studio:channels.isDefault') } : {}),
      })),
    ...(source !== null && !device && !isAny
      ? [
          {
            value: source,
            label: state?.name ?? nameById[source] ?? source,
            ...(isMissing ? { note: t('studio:channels.notConnected') } : {}),
          },
        ]
      : []),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Select
        label={t('studio:channels.source', { name })}
        value={source ?? NONE}
        options={options}
        disabled={!isConnected}
        isInvalid={isMissing}
        className="!h-8 !px-2 text-xs"
        onOpenChange={(isOpen) => isOpen && void dispatch(readDevices())}
        onChange={(value) => {
          if (value === NONE) return set({ source: null });
          const next = devices.find(({ id }) => id === value);
          // Mono stays mono while it is recorded: a file does not change its width.
          const inputs = isTaking || !next ? {} : { deviceChannels: deviceChannelsOf(next.channels) };
          set({ source: value, ...inputs });
        }}
      />
      {isAny && state?.status === 'open' && <p className="truncate text-2xs text-t3">{state.name}</p>}
      {device && device.channels > 1 && (
        <Inputs
          channel={channel}
          count={device.channels}
          width={isTaking ? deviceChannels.length : null}
          disabled={!isConnected}
          onChange={(inputs) => set({ deviceChannels: inputs })}
        />
      )}
      {isUnrecorded ? (
        <Unrecorded channel={channel} />
      ) : (
        isMissing && <p className="text-2xs text-amb-text">{t('studio:channels.waits')}</p>
      )}
      {source === null && <p className="text-2xs text-t3">{t('studio:channels.silentSource')}</p>}
    </div>
  );
}

interface InputsProps {
  channel: CaptureChannel;
  count: number;
  /** Of those that are offered; null: any. */
  width: number | null;
  disabled: boolean;
  onChange: (inputs: number[]) => void;
}

/** Which inputs of its device a channel hears. */
function Inputs({ channel: { name, deviceChannels }, count, width, disabled, onChange }: InputsProps) {
  const { t } = useTranslation('studio');
  return (
    <Select
      label={t('channels.input', { name })}
      value={deviceChannels.join('+')}
      options={inputsOf(count, width).map((inputs) => ({
        value: inputs.join('+'),
        label:
          inputs.length === 1
            ? t('channels.inputMono', { number: (inputs[0] ?? 0) + 1 })
            : t('channels.inputStereo', { left: (inputs[0] ?? 0) + 1, right: (inputs[1] ?? 0) + 1 }),
      }))}
      disabled={disabled}
      className="!h-8 !px-2 text-xs"
      onChange={(value) => onChange(value.split('+').map(Number))}
    />
  );
}

/** A microphone that a running take lacks. */
function Unrecorded({ channel }: { channel: CaptureChannel }) {
  const { t } = useTranslation(['studio', 'studioVideo']);
  const dispatch = useAppDispatch();
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-xs text-red-text">
      <p>
        <strong className="font-medium">{t('studioVideo:missing.one')}</strong>
        {`. ${t('studio:channels.lost')} ${t('studioVideo:keptSoFar')}`}
      </p>
      <Button size="sm" onClick={() => void dispatch(hearAgain(channel))}>
        {t('studioVideo:tryAgain')}
      </Button>
    </div>
  );
}

/** Every input alone, and each pair of neighbours; of one width alone where that must not change. */
function inputsOf(count: number, width: number | null): number[][] {
  const singles = Array.from({ length: count }, (_, input) => [input]);
  const pairs = Array.from({ length: Math.floor(count / 2) }, (_, pair) => [pair * 2, pair * 2 + 1]);
  return [...(width === 2 ? [] : singles), ...(width === 1 ? [] : pairs)];
}
