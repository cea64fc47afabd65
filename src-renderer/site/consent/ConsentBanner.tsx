import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { isDesktop } from '../../platform/isDesktop.ts';
import { ActionLink } from '../ActionLink.tsx';
import { decide, useConsent, useConsentDialog } from './useConsent.ts';

/**
 * Asks once, at the foot of a public page and over it, so that nothing moves. Three buttons of one look: to refuse
 * is as easy as to agree. Never in the desktop app, which has nothing to ask for, and not in what is drawn ahead.
 */
export function ConsentBanner() {
  const { t } = useTranslation('consent');
  const { consent, isKept } = useConsent();
  const openDialog = useConsentDialog();
  if (consent || !isKept || isDesktop()) return null;
  const answers = [
    { text: t('banner.accept'), onPress: () => decide({ preferences: true, analytics: true }) },
    { text: t('banner.refuse'), onPress: () => decide({ preferences: false, analytics: false }) },
    { text: t('banner.choose'), onPress: openDialog },
  ];
  return (
    <section
      aria-label={t('banner.label')}
      className="w-full shrink-0 border-t border-line2 bg-panel shadow-panel"
    >
      <div className="mx-auto flex max-w-[72.5rem] flex-wrap items-center gap-x-8 gap-y-3 px-4 py-3 sm:px-6">
        <p className="min-w-[min(100%,20rem)] flex-1 text-sm text-t2">
          {t('banner.text')}{' '}
          <ActionLink target={ROUTES.cookiePolicy} className="!min-h-0 underline underline-offset-4">
            {t('banner.policy')}
          </ActionLink>
        </p>
        <div className="flex flex-wrap gap-2">
          {answers.map(({ text, onPress }) => (
            <ActionLink key={text} look="secondary" onPress={onPress}>
              {text}
            </ActionLink>
          ))}
        </div>
      </div>
    </section>
  );
}
