import './texts.en.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PLAN_IDS, PLAN_LIMITS } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { ActionLink } from '../ActionLink.tsx';
import { EnglishOnly } from '../EnglishOnly.tsx';
import { SitePage } from '../SitePage.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import {
  API_VERSION,
  curlOf,
  ENDPOINTS,
  OPERATION_GROUPS,
  type ApiField,
  type Endpoint,
} from './document.ts';

const SET_UP = `export SOUNDDESK_API=http://127.0.0.1:47810
export SOUNDDESK_API_KEY=sdk_…`;

/** Document 3, section 2.9: drawn from the OpenAPI document. */
export default function ApiReferencePage() {
  const { t } = useTranslation('api');
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto grid max-w-[72.5rem] gap-x-14 gap-y-10 px-4 py-14 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:py-20">
        <nav aria-label={t('contents')} className="hidden lg:block print:hidden">
          <div className="sticky top-24">
            <p className="text-xs font-medium text-t3">{t('contents')}</p>
            <ul className="mt-3 grid gap-0.5 border-l border-line">
              {ENDPOINTS.map(({ id, summary }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="-ml-px block border-l border-transparent py-1 pl-4 text-sm text-t2 hover:border-accent hover:text-t1"
                  >
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
        <div className="min-w-0">
          <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{t('title')}</h1>
          <p className="mt-4 max-w-[60ch] text-lg leading-relaxed text-t2">{t('lead')}</p>
          <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-2 rounded-2xl border border-line2 bg-panel p-5">
            <p className="leading-relaxed">{t('served', { api: API_VERSION })}</p>
            <CodeBlock code={SET_UP} title={t('endpoint.example')} copyLabel={t('endpoint.copy')} />
            <ActionLink
              target={`${ROUTES.documentation}/command-line`}
              className="!text-base !text-t1 underline underline-offset-4"
            >
              {t('commandLine')}
            </ActionLink>
          </div>
          <Section title={t('keys.title')}>
            <p className="mt-3 max-w-[64ch] leading-relaxed text-t2">
              {t('keys.text', { plan: t('tiers.names.enterprise') })}
            </p>
          </Section>
          <Section title={t('tiers.title')}>
            <p className="mt-3 max-w-[64ch] leading-relaxed text-t2">{t('tiers.text')}</p>
            <dl className="mt-4 grid gap-4 sm:grid-cols-3">
              {PLAN_IDS.map((id) => {
                const calls = PLAN_LIMITS[id].apiCallsPerMonth;
                return (
                  <div key={id} className="rounded-2xl border border-line2 bg-panel p-5">
                    <dt className="text-sm text-t2">{t(`tiers.names.${id}`)}</dt>
                    <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
                      {calls === 'unlimited' ? t('tiers.unlimited') : formatFigure(calls)}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </Section>
          <EnglishOnly text={t('english')} className="mt-12" />
          {ENDPOINTS.map((endpoint) => (
            <EndpointSection key={endpoint.id} endpoint={endpoint} />
          ))}
          <AllOperations />
          <Section title={t('sdk.title')}>
            <p className="mt-3 max-w-[64ch] leading-relaxed text-t2">{t('sdk.text')}</p>
            <p className="mt-1 font-mono text-sm text-t3">{t('sdk.document')}</p>
          </Section>
        </div>
      </div>
    </SitePage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-12">
      <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

/** A line for each of the other calls; the document has their fields. */
function AllOperations() {
  const { t } = useTranslation('api');
  return (
    <Section title={t('all.title')}>
      <p className="mt-3 max-w-[64ch] leading-relaxed text-t2">{t('all.text')}</p>
      {OPERATION_GROUPS.map(({ name, operations }) => (
        <div key={name} lang="en">
          <h3 className="mt-6 text-sm font-semibold">{name}</h3>
          <dl className="mt-2 divide-y divide-line border-y border-line text-title">
            {operations.map(({ id, method, path, summary, scope }) => (
              <div key={id} className="grid gap-x-4 py-2 sm:grid-cols-2">
                <dt className="font-mono text-sm [overflow-wrap:anywhere]">
                  <span className="mr-2 text-grn-text">{method}</span>
                  {path}
                </dt>
                <dd className="text-t2">
                  {summary} <span className="text-xs text-t3">{scope}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Section>
  );
}

function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('api');
  const { id, method, path, summary, description, request, answer, failures } = endpoint;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-12 scroll-mt-20 border-t border-line pt-10"
    >
      <h2 id={`${id}-title`} lang="en" className="text-2xl font-semibold tracking-tight">
        {summary}
      </h2>
      <p className="mt-3 font-mono text-sm [overflow-wrap:anywhere]">
        <span className="mr-2 rounded-md bg-raise px-2 py-1 font-semibold text-grn-text">{method}</span>
        {path}
      </p>
      <p lang="en" className="mt-3 leading-relaxed text-t2">
        {description}
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 xl:grid-cols-2">
        <div className="grid content-start gap-5">
          <Fields title={t('endpoint.request')} note={request.mediaType} fields={request.fields} />
          <CodeBlock
            code={curlOf(endpoint)}
            title={t('endpoint.example')}
            copyLabel={t('endpoint.copyCall', { name: summary })}
          />
        </div>
        <div className="grid content-start gap-5">
          <Fields title={t('endpoint.answer')} note="application/json" fields={answer.fields} />
          <CodeBlock
            code={JSON.stringify(answer.example, null, 2)}
            title={t('endpoint.example')}
            copyLabel={t('endpoint.copyAnswer', { name: summary })}
          />
        </div>
      </div>
      <h3 className="mt-6 text-sm font-semibold">{t('endpoint.failures')}</h3>
      <ul className="mt-2 grid gap-1 text-title text-t2">
        {failures.map(({ status, description: text }) => (
          <li key={status}>
            <span className="mr-2 font-mono text-sm text-t1">{status}</span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fields({ title, note, fields }: { title: string; note: string; fields: readonly ApiField[] }) {
  const { t } = useTranslation('api');
  return (
    <div>
      <h3 className="flex items-baseline justify-between gap-3 text-sm font-semibold">
        {title}
        <span className="font-mono text-xs font-normal text-t3">{note}</span>
      </h3>
      <dl className="mt-2 divide-y divide-line border-y border-line text-title">
        {fields.map(({ name, type, description, isRequired }) => (
          <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="font-mono text-sm">
              {name} <span className="text-t3">{type}</span>
            </dt>
            <dd className="text-t2">
              {description}
              {isRequired && <span className="ml-2 text-xs text-t3">{t('endpoint.required')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
