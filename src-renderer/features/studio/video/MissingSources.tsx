import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { MissingAlert } from '../../../ui/RecordingBanner.tsx';
import { recordAgain } from './keepRecorded.ts';
import { selectChannels } from '../studioSlice.ts';
import { hearAgain } from '../studioThunks.ts';
import { selectVideoChannels } from './videoSlice.ts';
import { useMissing } from './useMissing.ts';

/** What is armed and not being written, for the banner: nobody looks at every card. */
export function MissingSources() {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const missing = useMissing();
  const videoChannels = useSelector(selectVideoChannels);
  const sounds = useSelector(selectChannels);
  if (missing.length === 0) return null;
  // A source of another browser is missed here as well, and only there it can be opened.
  const here = missing.filter(({ id }) => [...videoChannels, ...sounds].some((channel) => channel.id === id));
  const tryAgain = async () => {
    // A browser asks for one screen after the other.
    for (const { id } of here) {
      const sound = sounds.find((channel) => channel.id === id);
      if (sound) await dispatch(hearAgain(sound));
      else await dispatch(recordAgain(id));
    }
  };
  return (
    <MissingAlert
      text={t('missing.names', { names: missing.map(({ name }) => name).join(', ') })}
      tryAgain={t('tryAgain')}
      onTryAgain={here.length > 0 ? () => void tryAgain() : null}
    />
  );
}
