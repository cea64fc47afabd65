import { useTranslation } from '../../lib/useTranslation.ts';
import { FACTS } from '../../articles/facts.ts';

const QUESTIONS = ['trial', 'cancel', 'refund', 'recordings', 'volume', 'keys'] as const;

/** Six questions, each opened on its own. */
export function Questions() {
  const { t } = useTranslation('pricing');
  return (
    <section aria-labelledby="faq-title" className="mx-auto mt-24 max-w-[46rem]">
      <h2 id="faq-title" className="text-center text-3xl font-semibold tracking-tight">
        {t('faq.title')}
      </h2>
      <div className="mt-8 divide-y divide-line border-y border-line">
        {QUESTIONS.map((id) => (
          <details key={id} className="group">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded py-4 font-medium">
              {t(`faq.items.${id}.question`)}
              <span
                aria-hidden="true"
                className="text-xl leading-none text-t3 transition-transform group-open:rotate-45"
              >
                +
              </span>
            </summary>
            <p className="pr-8 pb-5 leading-relaxed text-t2">{t(`faq.items.${id}.answer`, FACTS)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
