import './texts.en.ts';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { SitePage } from '../SitePage.tsx';

/** Document 3, section 2.6. What the probes found comes as its outlet. */
export default function StatusPage() {
  const { t } = useTranslation('status');
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto max-w-[60rem] px-4 py-14 sm:px-6 lg:py-20">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{t('title')}</h1>
        <p className="mt-4 mb-10 max-w-[62ch] text-lg leading-relaxed text-t2">{t('lead')}</p>
        <div className="min-h-96">
          <Suspense
            fallback={
              <p className="grid place-items-center py-10">
                <Spinner sizePx={18} className="text-accent" />
              </p>
            }
          >
            <Outlet />
          </Suspense>
        </div>
      </div>
    </SitePage>
  );
}
