import './texts.en.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatDay } from '../../lib/dates.ts';
import { ActionLink } from '../ActionLink.tsx';
import { EnglishOnly } from '../EnglishOnly.tsx';
import { SitePage } from '../SitePage.tsx';
import type { LegalDocumentId, LegalSection } from './legalDocument.ts';
import { useLegalDocument } from './useLegalDocument.ts';

interface LegalPageProps {
  id: LegalDocumentId;
  /** Shown behind the section of this id. */
  after?: { id: string; content: ReactNode };
}

/** A legal text with its table of contents (document 3, section 2.12). */
export function LegalPage({ id, after }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const document = useLegalDocument(id);
  return (
    <SitePage title={`${document.title}: SoundDesk`} description={document.description}>
      <div className="mx-auto grid max-w-[72.5rem] gap-x-16 gap-y-10 px-4 py-14 sm:px-6 lg:grid-cols-[15rem_minmax(0,44rem)] lg:py-20">
        <nav aria-label={t('contents')} className="hidden lg:block print:hidden">
          <div className="sticky top-24">
            <p className="text-xs font-medium text-t3">{t('contents')}</p>
            <ul className="mt-3 grid gap-0.5 border-l border-line">
              {document.sections.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="-ml-px block border-l border-transparent py-1 pl-4 text-sm text-t2 hover:border-accent hover:text-t1"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
        <article>
          <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{document.title}</h1>
          <p className="mt-3 text-sm text-t3">
            {t('updated', {
              day: formatDay(Date.parse(document.updated), { dateStyle: 'long', timeZone: 'UTC' }),
            })}
          </p>
          <EnglishOnly text={t('binding')} className="mt-6" />
          <p className="mt-6 text-lg leading-relaxed text-t2">{document.lead}</p>
          {document.sections.map((section) => (
            <Section key={section.id} section={section}>
              {after?.id === section.id && after.content}
            </Section>
          ))}
          <ActionLink target={ROUTES.landing} look="secondary" className="mt-14 print:hidden">
            {t('backHome')}
          </ActionLink>
        </article>
      </div>
    </SitePage>
  );
}

function Section({ section, children }: { section: LegalSection; children: ReactNode }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`} className="scroll-mt-20 pt-11">
      <h2 id={`${section.id}-title`} className="text-xl font-semibold tracking-tight">
        {section.title}
      </h2>
      {section.paragraphs.map((text) => (
        <p key={text} className="mt-3 leading-relaxed text-t2">
          {text}
        </p>
      ))}
      {section.list && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5 leading-relaxed text-t2 marker:text-t3">
          {section.list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {section.table && <Table table={section.table} labelledBy={`${section.id}-title`} />}
      {children}
    </section>
  );
}

function Table({ table, labelledBy }: { table: NonNullable<LegalSection['table']>; labelledBy: string }) {
  return (
    // Focusable, so that a narrow window scrolls it by keys, too.
    <div
      role="group"
      aria-labelledby={labelledBy}
      tabIndex={0}
      className="mt-5 overflow-x-auto rounded-xl border border-line2"
    >
      <table className="w-full text-left text-title">
        <thead className="bg-side text-sm">
          <tr>
            {table.head.map((text) => (
              <th key={text} scope="col" className="px-4 py-3 font-semibold">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line bg-panel">
          {table.rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row" className="px-4 py-3 align-top font-medium">
                {first}
              </th>
              {rest.map((text) => (
                <td key={text} className="px-4 py-3 align-top text-t2">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
