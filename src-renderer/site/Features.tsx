import { FileAudio, Gauge, HardDrive, type LucideIcon, Mic, RefreshCw, Scale } from 'lucide-react';
import { useTranslation } from '../lib/useTranslation.ts';
import { SECTION_IDS } from './links.ts';

const FEATURES = [
  { id: 'live', Icon: Mic },
  { id: 'files', Icon: FileAudio },
  { id: 'measured', Icon: Gauge },
  { id: 'local', Icon: HardDrive },
  { id: 'crash', Icon: RefreshCw },
  { id: 'open', Icon: Scale },
] as const satisfies readonly { id: string; Icon: LucideIcon }[];

/** Six things that work today, each with its evidence in the last line. */
export function Features() {
  const { t } = useTranslation('site');
  return (
    <section
      id={SECTION_IDS.features}
      aria-labelledby="features-title"
      className="mx-auto max-w-[72.5rem] scroll-mt-20 px-4 py-20 sm:px-6 lg:py-28"
    >
      <h2
        id="features-title"
        className="max-w-[20ch] text-3xl font-semibold tracking-tight text-balance sm:text-4xl"
      >
        {t('features.title')}
      </h2>
      <p className="mt-4 text-lg text-t2">{t('features.lead')}</p>
      <ul className="mt-12 grid gap-px overflow-hidden rounded-xl border border-line2 bg-line2 md:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ id, Icon }) => (
          <li key={id} className="flex flex-col bg-panel p-6 sm:p-7">
            <Icon size={22} strokeWidth={1.75} className="text-accent" aria-hidden="true" />
            <h3 className="mt-5 text-lg font-semibold tracking-tight">{t(`features.items.${id}.title`)}</h3>
            <p className="mt-2 mb-6 text-title leading-relaxed text-t2">{t(`features.items.${id}.text`)}</p>
            <p className="mt-auto border-t border-line pt-4 font-mono text-xs text-t3">
              {t(`features.items.${id}.proof`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
