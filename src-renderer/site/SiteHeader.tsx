import { useTranslation } from '../lib/useTranslation.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { Logo } from '../ui/Logo.tsx';
import { ActionLink } from './ActionLink.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { HEADER_LINKS, REVIEWS_LINK, SIGN_UP } from './links.ts';
import { useHasReviews } from './testimonials/reviewsKnown.ts';
import { ThemeButton } from './ThemeButton.tsx';

/** Stays at the top: the name, the sections, the theme, the way into the app. */
export function SiteHeader() {
  const { t } = useTranslation('site');
  const hasReviews = useHasReviews();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg/90 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-16 max-w-[72.5rem] items-center gap-2 px-4 max-sm:gap-1 sm:px-6">
        <ActionLink target={ROUTES.landing} className="mr-auto">
          <span className="sr-only">{t('nav.home')}</span>
          {/* Phones and tablets have no room for the name beside the ways in, in every language. */}
          <span aria-hidden="true" className="inline-flex lg:hidden">
            <Logo markOnly />
          </span>
          <span aria-hidden="true" className="hidden lg:inline-flex">
            <Logo />
          </span>
        </ActionLink>
        <nav aria-label={t('nav.label')} className="hidden items-center gap-4 md:flex lg:gap-6 lg:pr-4">
          {[...HEADER_LINKS, ...(hasReviews ? [REVIEWS_LINK] : [])].map(({ text, target }) => (
            <ActionLink
              key={text}
              target={target}
              className={text === 'documentation' ? 'max-lg:hidden' : ''}
            >
              {t(`nav.${text}`)}
            </ActionLink>
          ))}
        </nav>
        <LanguageMenu />
        <ThemeButton />
        <ActionLink target={ROUTES.auth} className="px-1.5 whitespace-nowrap sm:px-2.5">
          {t('nav.signIn')}
        </ActionLink>
        <ActionLink target={SIGN_UP} look="primary" className="max-sm:px-2.5">
          {t('nav.getStarted')}
        </ActionLink>
      </div>
    </header>
  );
}
