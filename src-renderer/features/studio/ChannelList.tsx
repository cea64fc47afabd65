import { Plus } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { DEFAULT_SOURCE, deviceChannelsOf } from '../../../src-shared/domain/captureSetUp.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { isOwnMicrophone } from '../../../src-shared/domain/virtualMicrophone.ts';
import { freeColour } from '../../../src-shared/domain/videoChannels.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { selectInputDevices, selectIsFindingDevices } from '../engine/index.ts';
import {
  selectCaptureSupport,
  selectChannelCaps,
  selectIsConnected,
  selectTemplatesSupport,
} from '../workspace/index.ts';
import { PlanNote } from './PlanNote.tsx';
import { ChannelStrip } from './ChannelStrip.tsx';
import { selectChannels } from './studioSlice.ts';
import { selectHasSoundTake } from './video/videoSlice.ts';
import { changeSetUp } from './studioThunks.ts';
import { TemplatesButton } from './TemplatesDialog.tsx';
import { useMostTracks } from './useMostTracks.ts';

/** The audio channels side by side, as on a mixer. */
export function ChannelList() {
  const { t } = useTranslation('studio');
  const channels = useSelector(selectChannels);
  const { audio: max } = useMostTracks();
  const hasTemplates = useSelector(selectTemplatesSupport)?.supported === true;
  const addButton = <AddButton />;
  return (
    <section aria-labelledby="studio-channels" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 id="studio-channels" className="text-body font-semibold whitespace-nowrap text-t1">
          {t('channels.title')}{' '}
          <span className="ml-1 font-normal text-t3 tabular-nums">
            {t('channels.count', { count: channels.length, max })}
          </span>
        </h2>
        <span className="flex flex-wrap justify-end gap-1">
          {hasTemplates && <TemplatesButton />}
          {channels.length > 0 && addButton}
        </span>
      </header>
      <PlanNote source="audio" />
      {channels.length === 0 ? (
        <Card>
          <EmptyState
            title={t('channels.empty')}
            message={t('channels.emptyMessage')}
            action={<AddButton isPrimary />}
          />
        </Card>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
          {channels.map((channel, index) => (
            <ChannelStrip key={channel.id} channel={channel} index={index} count={channels.length} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A channel on a microphone that no other channel has; the first one where all are taken. */
function AddButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const channels = useSelector(selectChannels);
  const devices = useSelector(selectInputDevices);
  const isConnected = useSelector(selectIsConnected);
  const isTaking = useSelector(selectHasSoundTake);
  const { audio: max } = useSelector(selectChannelCaps);
  const support = useSelector(selectCaptureSupport);
  const isFull = channels.length >= max;
  const isFinding = useSelector(selectIsFindingDevices);
  const any = support?.supported && support.hasDefaultSource ? anySource(t('channels.anyName')) : null;
  const add = () => {
    const heard = any ? [any] : devices.filter(isMicrophone);
    const isFree = ({ id }: { id: string }) => channels.every(({ source }) => source !== id);
    const device =
      heard.find((candidate) => candidate.isDefault && isFree(candidate)) ?? heard.find(isFree) ?? heard[0];
    const number = channels.length + 1;
    const name = device && isFree(device) ? device.name : t('channels.newName', { number });
    void dispatch(
      changeSetUp({
        kind: 'add',
        input: {
          name,
          colour: freeColour(channels.map(({ colour }) => colour)),
          ...(device ? { source: device.id, deviceChannels: freeInputs(device, channels) } : {}),
        },
      }),
    );
  };
  const button = (
    <Button
      variant={isPrimary ? 'primary' : 'ghost'}
      size={isPrimary ? 'md' : 'sm'}
      // Without a list the channel would have no microphone.
      disabled={!isConnected || isFull || isTaking || (isFinding && any === null)}
      onClick={add}
    >
      <Plus aria-hidden="true" className="size-4" />
      {t('channels.add')}
    </Button>
  );
  if (!isFull && !isTaking) return button;
  const why = isFull ? t('channels.addFull', { count: max }) : t('settings.locked');
  return (
    <Tooltip content={why}>
      <span tabIndex={0} className="rounded-lg">
        {button}
      </span>
    </Tooltip>
  );
}

/** A source to begin with: what the computer plays, and what we send to other apps, is chosen by hand. */
const isMicrophone = (device: AudioDevice): boolean =>
  device.type !== 'system' && device.channels > 0 && !isOwnMicrophone(device);

/** Whichever microphone the browser takes. */
const anySource = (name: string) => ({ id: DEFAULT_SOURCE, name, isDefault: true, channels: 1 });

/** Of a device that is used already, the first input that no channel has. */
function freeInputs(
  device: { id: string; channels: number },
  channels: readonly { source: string | null; deviceChannels: number[] }[],
): number[] {
  const taken = channels
    .filter(({ source }) => source === device.id)
    .flatMap((other) => other.deviceChannels);
  if (taken.length === 0) return deviceChannelsOf(device.channels);
  const free = Array.from({ length: device.channels }, (_, input) => input).find(
    (input) => !taken.includes(input),
  );
  return [free ?? 0];
}
