import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import { SIGN_UP } from '../links.ts';
import { BeforeAfter } from './BeforeAfter.tsx';

/** What it does in one line, and the proof under it. */
export function Hero() {
  const { t } = useTranslation('site');
  return (
    <section
      aria-labelledby="hero-title"
      className="mx-auto max-w-[72.5rem] px-4 pt-12 sm:px-6 sm:pt-16 lg:pt-[4.5rem]"
    >
      <div className="grid items-end gap-x-12 gap-y-6 lg:grid-cols-[7fr_5fr]">
        <h1 id="hero-title" className="site-title">
          <span className="block text-t3">{t('hero.titleNoise')} </span>
          <span className="block">{t('hero.titleVoice')}</span>
        </h1>
        <div>
          <p className="max-w-[46ch] text-lg leading-relaxed text-pretty text-t2">{t('hero.lead')}</p>
          <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
            <ActionLink target={SIGN_UP} look="primary" size="lg">
              {t('hero.try')}
            </ActionLink>
            <ActionLink target={ROUTES.dashboard} look="secondary" size="lg">
              {t('hero.open')}
            </ActionLink>
          </div>
          <p className="mt-4 text-sm text-t3">{t('hero.note')}</p>
        </div>
      </div>
      <BeforeAfter />
    </section>
  );
}
