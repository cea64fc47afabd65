import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/Logo.tsx';
import { ActionLink } from './ActionLink.tsx';
import { FOOTER_LINKS } from './links.ts';

/** The licence, the version, and the links that exist. */
export function SiteFooter() {
  const { t } = useTranslation('site');
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[72.5rem] flex-col gap-6 px-4 py-10 sm:flex-row sm:items-center sm:px-6">
        <div className="mr-auto">
          <Logo />
          <p className="mt-3 text-sm text-t3">
            {t('footer.licence')} {t('footer.version', { version: __APP_VERSION__ })}
          </p>
        </div>
        <nav aria-label={t('footer.label')}>
          <ul className="flex flex-wrap gap-x-7 gap-y-1">
            {FOOTER_LINKS.map(({ text, target }) => (
              <li key={text}>
                <ActionLink target={target}>{t(`nav.${text}`)}</ActionLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
