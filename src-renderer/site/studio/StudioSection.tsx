import { AudioWaveform, BadgeCheck, Clapperboard, type LucideIcon, Mic } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_CAPS } from '../../../src-shared/domain/channelCaps.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import studioDark from './studio-dark.webp';
import studioLight from './studio-light.webp';

const POINTS = [
  { id: 'microphones', Icon: Mic },
  { id: 'cameras', Icon: Clapperboard },
  { id: 'clean', Icon: AudioWaveform },
  { id: 'certificate', Icon: BadgeCheck },
] as const satisfies readonly { id: string; Icon: LucideIcon }[];

/** The studio as it looks: a screenshot of the app (`scripts/site/studioImages.mjs`), and what it records. */
export function StudioSection() {
  const { t } = useTranslation('site');
  return (
    <section aria-labelledby="studio-title" className="mx-auto max-w-[72.5rem] px-4 pt-20 sm:px-6 lg:pt-28">
      <h2 id="studio-title" className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
        {t('studio.title')}
      </h2>
      <p className="mt-4 max-w-[62ch] text-lg text-t2">{t('studio.lead')}</p>
      <Screenshot alt={t('studio.screenshot')} />
      <ul className="mt-10 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {POINTS.map(({ id, Icon }) => (
          <li key={id}>
            <Icon size={22} strokeWidth={1.75} className="text-accent" aria-hidden="true" />
            <h3 className="mt-3 text-lg font-semibold tracking-tight">
              {t(`studio.points.${id}.title`, CHANNEL_CAPS.professional)}
            </h3>
            <p className="mt-2 text-title leading-relaxed text-t2">{t(`studio.points.${id}.text`)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <ActionLink target={ROUTES.pricing} look="secondary" size="lg">
          {t('studio.plans')}
        </ActionLink>
      </div>
    </section>
  );
}

/** In the theme of the page; the other one is not fetched. */
function Screenshot({ alt }: { alt: string }) {
  const image = { alt, width: 1208, height: 900, loading: 'lazy', decoding: 'async' } as const;
  const look = 'h-auto w-full rounded-xl border border-line2 shadow-panel';
  return (
    <div className="mt-10">
      <img {...image} src={studioDark} className={`${look} hidden dark:block`} />
      <img {...image} src={studioLight} className={`${look} dark:hidden`} />
    </div>
  );
}
