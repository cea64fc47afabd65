import { useTranslation } from '../lib/useTranslation.ts';
import { Logo } from '../ui/Logo.tsx';
import { ActionLink } from './ActionLink.tsx';
import { LanguageLinks } from './LanguageLinks.tsx';
import { useConsentDialog } from './consent/useConsent.ts';
import { FOOTER_GROUPS } from './links.ts';

/** The licence, the version, and the links that exist. */
export function SiteFooter() {
  const { t } = useTranslation(['site', 'consent']);
  const openDialog = useConsentDialog();
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid max-w-[72.5rem] gap-x-16 gap-y-10 px-4 pt-12 pb-24 sm:px-6 lg:grid-cols-[1fr_auto]">
        <div>
          <Logo />
          <p className="mt-3 text-sm text-t3">
            {t('footer.licence')} {t('footer.version', { version: __APP_VERSION__ })}
          </p>
          <LanguageLinks />
        </div>
        <nav aria-label={t('footer.label')} className="grid grid-cols-2 gap-x-14 gap-y-8 sm:grid-cols-3">
          {FOOTER_GROUPS.map(({ group, links }) => (
            <div key={group}>
              <p className="text-xs font-medium text-t3">{t(`footer.groups.${group}`)}</p>
              <ul className="mt-2 grid">
                {links.map(({ text, target }) => (
                  <li key={text}>
                    <ActionLink target={target}>{t(`nav.${text}`)}</ActionLink>
                  </li>
                ))}
                {group === 'legal' && (
                  <li>
                    <ActionLink onPress={openDialog}>{t('consent:footer')}</ActionLink>
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
