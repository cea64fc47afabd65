import './texts.en.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CARDS } from '../../articles/cards.ts';
import { wordsOf } from '../../articles/search.ts';
import { DOCUMENTATION_SECTIONS, idsOfParts } from '../../articles/contents.ts';
import { CopyableCommand } from '../CopyableCommand.tsx';
import { OutletWhenNear } from '../OutletWhenNear.tsx';
import { SitePage } from '../SitePage.tsx';
import { EnglishOnly } from '../EnglishOnly.tsx';
import { ArticleCards, PublishedCards } from './ArticleCards.tsx';
import { usePublished } from './published.ts';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';

/** Comes with the first word that is looked for. */
const Results = lazy(async () => ({ default: (await import('./Results.tsx')).Results }));

/** Commands that can be tried at once, shown in the section "api" alone. */
const EXAMPLES = [
  { purpose: 'clean', command: 'npx sounddesk clean interview.wav -o clean.wav --target-lufs -16' },
  { purpose: 'figures', command: 'npx sounddesk clean talk.mp4 -o talk.flac --json' },
  { purpose: 'verify', command: 'npx sounddesk takes verify takes/* --json' },
] as const;

/** Document 3, section 2.8: every article, by section, and a search over all of them. */
export default function DocumentationPage() {
  const { t } = useTranslation('docs');
  const { query, look } = useSearch();
  const [published, onPublished] = usePublished();
  const isSearch = wordsOf(query).length > 0;
  return (
    <SitePage title={t('documentation.metaTitle')} description={t('documentation.description')}>
      <div className="mx-auto max-w-[72.5rem] px-4 py-14 sm:px-6 lg:py-20">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{t('documentation.title')}</h1>
        <p className="mt-4 mb-8 max-w-[60ch] text-lg leading-relaxed text-t2">
          {t('documentation.lead', { count: CARDS.length })}
        </p>
        <EnglishOnly text={t('article.english')} className="mb-8" />
        <SearchField query={query} onLook={look} />
        <div className="mt-12">
          {isSearch ? (
            <Suspense fallback={null}>
              <Results query={query} published={published} />
            </Suspense>
          ) : (
            <>
              {DOCUMENTATION_SECTIONS.map(({ section, parts }) => (
                <Section
                  key={section}
                  id={section}
                  title={t(`documentation.sections.${section}.title`)}
                  text={t(`documentation.sections.${section}.text`)}
                >
                  <ArticleCards ids={idsOfParts(parts)} />
                  {section === 'api' && <Examples />}
                </Section>
              ))}
              {published && published.length > 0 && (
                <Section id="more" title={t('documentation.more.title')} text={t('documentation.more.text')}>
                  <PublishedCards articles={published} />
                </Section>
              )}
            </>
          )}
          <OutletWhenNear isWanted={isSearch} context={onPublished} />
        </div>
      </div>
    </SitePage>
  );
}

interface SectionProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 border-t border-line py-10 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-12"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        <p className="mt-2 mb-6 leading-relaxed text-t2">{text}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </section>
  );
}

function Examples() {
  const { t } = useTranslation('docs');
  return (
    <>
      <div className="rounded-xl border border-line2 bg-panel">
        {EXAMPLES.map(({ purpose, command }) => (
          <CopyableCommand key={purpose} purpose={t(`documentation.examples.${purpose}`)} command={command} />
        ))}
      </div>
      <p className="text-title leading-relaxed text-t2">{t('documentation.sdk')}</p>
    </>
  );
}
