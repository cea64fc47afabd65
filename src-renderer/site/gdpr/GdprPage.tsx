import './texts.en.ts';
import { Suspense } from 'react';
import { Outlet, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ACCOUNT_DELETION_WAIT_DAYS, DATA_OFFICER_HOURS } from '../../../src-shared/domain/dataRequest.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { ActionLink } from '../ActionLink.tsx';
import { SitePage } from '../SitePage.tsx';
import { PanelTabs } from './PanelTabs.tsx';

const TABS = ['rights', 'data', 'requests'] as const;
type TabId = (typeof TABS)[number];
const RIGHTS = ['access', 'rectification', 'erasure', 'portability', 'consent', 'complaint'] as const;
const CATEGORIES = ['account', 'usage', 'media', 'billing', 'messages'] as const;

/** Document 3, section 2.11: rights, what is kept, and requests. The part with the server comes as its outlet. */
export default function GdprPage() {
  const { t } = useTranslation('gdpr');
  const [params, setParams] = useSearchParams();
  // An address with a type is one that asks.
  const given = params.get('tab') ?? (params.has('type') ? 'requests' : null);
  const tab = TABS.find((id) => id === given) ?? 'rights';
  const go = (id: TabId) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tab', id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const contents = { rights: <Rights />, data: <Categories />, requests: <Requests /> };
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto max-w-[60rem] px-4 py-14 sm:px-6 lg:py-20">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{t('title')}</h1>
        <p className="mt-4 mb-10 max-w-[60ch] text-lg leading-relaxed text-t2">{t('lead')}</p>
        <PanelTabs
          label={t('tabs.label')}
          value={tab}
          onChange={go}
          tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), content: contents[id] }))}
        />
        <section
          aria-labelledby="officer-title"
          className="mt-16 grid justify-items-start gap-2 rounded-2xl border border-line2 bg-side p-8"
        >
          <h2 id="officer-title" className="text-xl font-semibold tracking-tight">
            {t('officer.title')}
          </h2>
          <p className="leading-relaxed text-t2">{t('officer.text', { hours: DATA_OFFICER_HOURS })}</p>
          <ActionLink target={ROUTES.contact} look="secondary" className="mt-3">
            {t('officer.action')}
          </ActionLink>
        </section>
      </div>
    </SitePage>
  );
}

function Rights() {
  const { t } = useTranslation('gdpr');
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {RIGHTS.map((id) => (
        <li key={id} className="rounded-2xl border border-line2 bg-panel p-6">
          <h2 className="font-semibold">{t(`rights.${id}.title`)}</h2>
          <p className="mt-2 text-title leading-relaxed text-t2">
            {t(`rights.${id}.text`, { days: ACCOUNT_DELETION_WAIT_DAYS })}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Categories() {
  const { t } = useTranslation('gdpr');
  return (
    <>
      <div
        role="group"
        aria-label={t('data.table')}
        tabIndex={0}
        className="overflow-x-auto rounded-2xl border border-line2"
      >
        <table className="w-full min-w-[36rem] text-left text-title">
          <thead className="bg-side text-sm">
            <tr>
              {(['what', 'contents', 'kept'] as const).map((column) => (
                <th key={column} scope="col" className="px-5 py-3 font-semibold">
                  {t(`data.head.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line bg-panel">
            {CATEGORIES.map((id) => (
              <tr key={id}>
                <th scope="row" className="px-5 py-4 align-top font-medium">
                  {t(`data.rows.${id}.what`)}
                </th>
                <td className="px-5 py-4 align-top leading-relaxed text-t2">
                  {t(`data.rows.${id}.contents`)}
                </td>
                <td className="px-5 py-4 align-top text-t2">{t(`data.rows.${id}.kept`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-5 max-w-[64ch] leading-relaxed text-t2">{t('data.local')}</p>
    </>
  );
}

function Requests() {
  return (
    <Suspense
      fallback={
        <p className="grid place-items-center py-10">
          <Spinner sizePx={18} className="text-accent" />
        </p>
      }
    >
      <Outlet />
    </Suspense>
  );
}
