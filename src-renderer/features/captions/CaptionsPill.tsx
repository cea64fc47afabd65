import { Captions } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { splitLanguage } from '../../../src-shared/domain/languages.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { classNames } from '../../lib/classNames.ts';
import { dataOf } from '../../lib/loadable.ts';
import { selectCaptions } from './captionsSlice.ts';

/** That microphones are heard for captions, and the way to where they are turned off; nothing on that screen. */
export function CaptionsPill({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const isOn = dataOf(useSelector(selectCaptions))?.isOn === true;
  const { path } = splitLanguage(useLocation().pathname);
  if (!isOn || path === ROUTES.voiceAi) return null;
  return (
    <Link
      to={ROUTES.voiceAi}
      title={t('captionsPill.open')}
      className={classNames(
        'flex min-w-0 items-center gap-2 rounded-lg border border-line2 bg-raise px-2.5 py-1.5 text-t1 hover:underline',
        className,
      )}
    >
      <Captions aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <span className="text-xs font-medium">{t('captionsPill.on')}</span>
      <span className="sr-only">{t('captionsPill.open')}</span>
    </Link>
  );
}
