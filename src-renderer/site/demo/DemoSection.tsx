import { useTranslation } from '../../lib/useTranslation.ts';
import { LiveDemo } from './LiveDemo.tsx';

/** On the landing page: after the proof that was made, the one that the visitor makes. */
export function DemoSection() {
  const { t } = useTranslation('site');
  return (
    <section
      aria-labelledby="demo-title"
      className="mx-auto grid max-w-[72.5rem] items-center gap-x-14 gap-y-8 px-4 pt-20 sm:px-6 lg:grid-cols-[4fr_7fr] lg:pt-28"
    >
      <div>
        <h2
          id="demo-title"
          className="max-w-[16ch] text-3xl font-semibold tracking-tight text-balance sm:text-4xl"
        >
          {t('demo.title')}
        </h2>
        <p className="mt-4 max-w-[46ch] text-lg leading-relaxed text-t2">{t('demo.lead')}</p>
      </div>
      <LiveDemo />
    </section>
  );
}
