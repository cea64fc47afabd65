import { AudioWaveform, BadgeCheck, Clapperboard, type LucideIcon, Mic } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/channelCaps.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import certificateDark from './certificate-dark.webp';
import certificateLight from './certificate-light.webp';
import studioDark from './studio-dark.webp';
import studioLight from './studio-light.webp';

const POINTS = [
  { id: 'microphones', Icon: Mic },
  { id: 'cameras', Icon: Clapperboard },
  { id: 'clean', Icon: AudioWaveform },
] as const satisfies readonly { id: string; Icon: LucideIcon }[];

/** The studio as it looks: screenshots of the app (`scripts/site/studioImages.mjs`), what it records, and a take's certificate. */
export function StudioSection() {
  const { t } = useTranslation('site');
  return (
    <section aria-labelledby="studio-title" className="mx-auto max-w-[72.5rem] px-4 pt-20 sm:px-6 lg:pt-28">
      <h2 id="studio-title" className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
        {t('studio.title')}
      </h2>
      <p className="mt-4 max-w-[62ch] text-lg text-t2">{t('studio.lead')}</p>
      <div className="mt-10">
        <Screenshot
          {...{ dark: studioDark, light: studioLight, alt: t('studio.screenshot') }}
          size={{ width: 1208, height: 900 }}
        />
      </div>
      <ul className="mt-10 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
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
      <Certificate />
      <div className="mt-10">
        <ActionLink target={ROUTES.pricing} look="secondary" size="lg">
          {t('studio.plans')}
        </ActionLink>
      </div>
    </section>
  );
}

function Certificate() {
  const { t } = useTranslation('site');
  return (
    <div className="mt-14 grid items-center gap-x-12 gap-y-8 lg:grid-cols-[2fr_3fr]">
      <div>
        <BadgeCheck size={22} strokeWidth={1.75} className="text-accent" aria-hidden="true" />
        <h3 className="mt-3 text-2xl font-semibold tracking-tight">{t('studio.certificate.title')}</h3>
        <p className="mt-2 max-w-[48ch] text-lg leading-relaxed text-t2">{t('studio.certificate.text')}</p>
      </div>
      <Screenshot
        {...{ dark: certificateDark, light: certificateLight, alt: t('studio.certificate.screenshot') }}
        size={{ width: 672, height: 646 }}
      />
    </div>
  );
}

interface ScreenshotProps {
  dark: string;
  light: string;
  alt: string;
  size: { width: number; height: number };
}

/** In the theme of the page; the other one is not fetched. */
function Screenshot({ dark, light, alt, size }: ScreenshotProps) {
  const image = { alt, ...size, loading: 'lazy', decoding: 'async' } as const;
  const look = 'h-auto w-full rounded-xl border border-line2 shadow-panel';
  return (
    <>
      <img {...image} src={dark} className={`${look} hidden dark:block`} />
      <img {...image} src={light} className={`${look} dark:hidden`} />
    </>
  );
}
