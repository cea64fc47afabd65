import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/store.ts';
import { MissingAlert } from '../../../ui/RecordingBanner.tsx';
import { recordAgain } from './keepRecorded.ts';
import { selectPictureChannels } from './picturesSlice.ts';
import { useMissing } from './useMissing.ts';

/** What is armed and not being written, for the banner: nobody looks at every card. */
export function MissingSources() {
  const { t } = useTranslation('studioPictures');
  const dispatch = useAppDispatch();
  const missing = useMissing();
  const channels = useSelector(selectPictureChannels);
  if (missing.length === 0) return null;
  // A source of another browser is missed here as well, and only there it can be opened.
  const here = missing.filter(({ id }) => channels.some((channel) => channel.id === id));
  const tryAgain = async () => {
    // A browser asks for one screen after the other.
    for (const { id } of here) await dispatch(recordAgain(id));
  };
  return (
    <MissingAlert
      text={t('missing.names', { names: missing.map(({ name }) => name).join(', ') })}
      tryAgain={t('tryAgain')}
      onTryAgain={here.length > 0 ? () => void tryAgain() : null}
    />
  );
}
