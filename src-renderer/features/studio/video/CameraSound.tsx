import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../../src-shared/domain/captureSetUp.ts';
import type { VideoChannel } from '../../../../src-shared/domain/videoChannels.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Select } from '../../../ui/Select.tsx';
import { selectHasMix } from '../../workspace/index.ts';
import { PanRow, VolumeRow } from '../faders.tsx';
import { MuteSolo } from '../MuteSolo.tsx';
import { selectChannels } from '../studioSlice.ts';
import { channelChanged } from './videoSlice.ts';

/** Stands for "none": no channel's id is empty. */
const NONE = 'none';

/**
 * The audio channel that records a camera's own sound: what is set here is set of that channel, whose strip has the rest.
 */
export function CameraSound({ channel: { id, name, soundId } }: { channel: VideoChannel }) {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const channels = useSelector(selectChannels);
  const sound = channels.find((channel) => channel.id === soundId) ?? null;
  const hasMix = useSelector(selectHasMix);
  if (channels.length === 0 || !hasMix) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line pt-2.5">
      <Select
        label={t('sound.of', { name })}
        value={sound?.id ?? NONE}
        className="!h-8 !px-2 text-xs"
        options={[
          { value: NONE, label: t('sound.none') },
          ...channels.map((channel) => ({ value: channel.id, label: channel.name, note: t('sound.note') })),
        ]}
        onChange={(value) =>
          dispatch(channelChanged({ id, changes: { soundId: value === NONE ? null : value } }))
        }
      />
      {sound && <Controls name={name} sound={sound} />}
    </div>
  );
}

function Controls({ name, sound }: { name: string; sound: CaptureChannel }) {
  const { t } = useTranslation('studioVideo');
  return (
    <>
      <VolumeRow channel={sound} spoken={t('sound.volume', { name })} />
      <PanRow channel={sound} spoken={t('sound.pan', { name })} />
      <div className="flex gap-1.5">
        <MuteSolo
          channel={sound}
          texts={{ mute: t('sound.mute', { name }), solo: t('sound.solo', { name }) }}
        />
      </div>
    </>
  );
}
