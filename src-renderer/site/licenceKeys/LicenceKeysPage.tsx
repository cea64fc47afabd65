import './texts.en.ts';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  FREE_TIER_MINUTES_A_DAY,
  LICENCE_GRACE_DAYS,
  LICENCE_TOKEN_DAYS,
  LICENCE_TRIAL_DAYS,
} from '../../../src-shared/domain/licence.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import { articlePath } from '../docs/addresses.ts';
import { SIGN_UP, type SiteLink } from '../links.ts';
import { SitePage } from '../SitePage.tsx';

const FIGURES = {
  free: FREE_TIER_MINUTES_A_DAY,
  trial: LICENCE_TRIAL_DAYS,
  offline: LICENCE_TOKEN_DAYS,
  grace: LICENCE_GRACE_DAYS,
};

const STEPS = [
  {
    step: 'get',
    links: [
      { text: 'try', target: SIGN_UP },
      { text: 'ask', target: `${ROUTES.contact}?type=license_request` },
    ],
  },
  { step: 'use', links: [{ text: 'open', target: ROUTES.dashboard }] },
  { step: 'move', links: [{ text: 'read', target: articlePath('licence-and-free-tier') }] },
] as const satisfies readonly {
  step: string;
  links: readonly { text: string; target: SiteLink['target'] }[];
}[];

/** The footer's link of document 3, section 2.2: how a key is got, used and moved. */
export default function LicenceKeysPage() {
  const { t } = useTranslation('licenceKeys');
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto max-w-[72.5rem] px-4 py-14 sm:px-6 lg:py-20">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{t('title')}</h1>
        <p className="mt-4 max-w-[62ch] text-lg leading-relaxed text-t2">{t('lead', FIGURES)}</p>
        <ol className="mt-12 grid gap-8 md:grid-cols-3">
          {STEPS.map(({ step, links }, index) => (
            <li key={step} className="flex flex-col items-start border-t border-line2 pt-5">
              <span aria-hidden="true" className="font-mono text-sm text-accent">
                {index + 1}
              </span>
              <h2 className="mt-2 text-lg font-semibold">{t(`steps.${step}.title`)}</h2>
              <p className="mt-2 mb-6 leading-relaxed text-t2">{t(`steps.${step}.text`, FIGURES)}</p>
              <p className="mt-auto flex flex-wrap gap-3">
                {links.map(({ text, target }, at) => (
                  <ActionLink
                    key={text}
                    target={target}
                    look={index === 0 && at === 0 ? 'primary' : 'secondary'}
                  >
                    {t(`links.${text}`)}
                  </ActionLink>
                ))}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </SitePage>
  );
}
