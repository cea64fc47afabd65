import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
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
    <div className="flex basis-full flex-wrap items-center gap-3">
      <p role="alert" className="flex items-center gap-2 text-sm font-medium text-red-text">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {t('missing.names', { names: missing.map(({ name }) => name).join(', ') })}
      </p>
      {here.length > 0 && (
        <Button size="sm" onClick={() => void tryAgain()}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  );
}
