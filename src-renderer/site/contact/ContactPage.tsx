import './texts.en.ts';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { SitePage } from '../SitePage.tsx';

const QUESTIONS = ['download', 'noise', 'delete'] as const;

/** Document 3, section 2.10: a message to the makers, which comes as its outlet, and what is asked most. */
export default function ContactPage() {
  const { t } = useTranslation('contact');
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto grid max-w-[72.5rem] gap-x-16 gap-y-14 px-4 py-16 sm:px-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:py-24">
        <section>
          <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{t('title')}</h1>
          <p className="mt-4 text-lg leading-relaxed text-t2">{t('lead')}</p>
          <div className="mt-10 rounded-2xl border border-line2 bg-panel min-h-96 p-6 sm:p-8">
            <Suspense>
              <Outlet />
            </Suspense>
          </div>
        </section>
        <aside className="grid content-start gap-10 lg:pt-4">
          <section aria-labelledby="contact-hours">
            <h2 id="contact-hours" className="text-lg font-semibold tracking-tight">
              {t('hours.title')}
            </h2>
            <p className="mt-2 leading-relaxed text-t2">{t('hours.text')}</p>
          </section>
          <section aria-labelledby="contact-faq">
            <h2 id="contact-faq" className="text-lg font-semibold tracking-tight">
              {t('faq.title')}
            </h2>
            <dl className="mt-4 grid gap-5">
              {QUESTIONS.map((id) => (
                <div key={id}>
                  <dt className="font-medium">{t(`faq.items.${id}.question`)}</dt>
                  <dd className="mt-1 text-title leading-relaxed text-t2">{t(`faq.items.${id}.answer`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </aside>
      </div>
    </SitePage>
  );
}
