import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { RecordingTrouble } from '../../ui/RecordingBanner.tsx';
import { selectEnded } from '../recording/index.ts';
import { selectVideoChannels } from './video/videoSlice.ts';

/** Why the studio's last recording has ended, where nobody has asked for that. */
export function EndedTake() {
  const { t } = useTranslation('studio');
  const ended = useSelector(selectEnded);
  const videoChannels = useSelector(selectVideoChannels);
  if (!ended?.how.code) return null;
  const { how, take } = ended;
  const isOwn = take.hasChannels || take.sources.some(({ id }) => videoChannels.some((one) => one.id === id));
  return isOwn ? <RecordingTrouble title={t('banner.ended')} message={how.message} code={how.code} /> : null;
}
