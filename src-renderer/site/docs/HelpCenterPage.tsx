import './texts.en.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { findCard } from '../../articles/cards.ts';
import { QUESTIONS } from '../../articles/questions.ts';
import { wordsOf } from '../../articles/search.ts';
import { HELP_CATEGORIES, idsOfParts } from '../../articles/contents.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import type { SiteLink } from '../links.ts';
import { OutletWhenNear } from '../OutletWhenNear.tsx';
import { SitePage } from '../SitePage.tsx';
import { EnglishOnly } from '../EnglishOnly.tsx';
import { articlePath } from './addresses.ts';
import { usePublished } from './published.ts';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';

/** Comes with the first word that is looked for. */
const Results = lazy(async () => ({ default: (await import('./Results.tsx')).Results }));

/** Document 3, section 2.7: articles by category, what is asked most, and how support is reached. */
export default function HelpCenterPage() {
  const { t } = useTranslation('docs');
  const { query, look } = useSearch();
  const [published, onPublished] = usePublished();
  const isSearch = wordsOf(query).length > 0;
  return (
    <SitePage title={t('help.metaTitle')} description={t('help.description')}>
      <div className="border-b border-line bg-side">
        <div className="mx-auto grid max-w-[72.5rem] justify-items-center gap-6 px-4 py-14 text-center sm:px-6 lg:py-20">
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
            {t('help.title')}
          </h1>
          <SearchField query={query} onLook={look} />
          <EnglishOnly text={t('article.english')} />
        </div>
      </div>
      <div className="mx-auto max-w-[72.5rem] px-4 py-12 sm:px-6">
        {isSearch ? (
          <Suspense fallback={null}>
            <Results query={query} published={published} />
          </Suspense>
        ) : (
          <>
            <Categories />
            <Questions />
          </>
        )}
        <div hidden={isSearch}>
          <OutletWhenNear isWanted={isSearch} context={onPublished} />
        </div>
        {!isSearch && <QuickLinks />}
        {!isSearch && <Channels />}
      </div>
    </SitePage>
  );
}

function Categories() {
  const { t } = useTranslation('docs');
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      {HELP_CATEGORIES.map(({ section, parts }) => (
        <section
          key={section}
          aria-labelledby={`category-${section}`}
          className="rounded-2xl border border-line2 bg-panel p-6"
        >
          <h2 id={`category-${section}`} className="font-semibold">
            {t(`help.categories.${section}`)}
          </h2>
          <ul lang="en" className="mt-2 grid">
            {idsOfParts(parts).map((id) => (
              <li key={id}>
                <ActionLink target={articlePath(id)} className="!text-title">
                  {findCard(id)?.title}
                </ActionLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Questions() {
  const { t } = useTranslation('docs');
  return (
    <section aria-labelledby="help-questions" className="mt-16">
      <h2 id="help-questions" className="text-2xl font-semibold tracking-tight">
        {t('help.questions')}
      </h2>
      <div className="mt-6 grid gap-x-12 md:grid-cols-2">
        {QUESTIONS.map(({ id, question, answer, articleId }) => (
          <article key={id} lang="en" className="border-t border-line py-5">
            <h3 className="font-medium">{question}</h3>
            <p className="mt-2 text-title leading-relaxed text-t2">{answer}</p>
            <ActionLink target={articlePath(articleId)} className="mt-1 text-accent">
              {t('help.more', { title: findCard(articleId)?.title ?? articleId })}
            </ActionLink>
          </article>
        ))}
      </div>
    </section>
  );
}

const QUICK_LINKS: readonly SiteLink[] = [
  { text: 'download', target: '/landing#download' },
  { text: 'pricing', target: ROUTES.pricing },
  { text: 'api', target: ROUTES.apiReference },
  { text: 'status', target: ROUTES.status },
  { text: 'gdpr', target: ROUTES.gdpr },
];

function QuickLinks() {
  const { t } = useTranslation(['docs', 'site']);
  return (
    <nav aria-labelledby="help-quick-links" className="mt-16">
      <h2 id="help-quick-links" className="text-2xl font-semibold tracking-tight">
        {t('help.quickLinks')}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-1">
        {QUICK_LINKS.map(({ text, target }) => (
          <li key={text}>
            <ActionLink target={target} className="text-accent">
              {t(`site:nav.${text}`)}
            </ActionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How support is reached, and nothing that is not there. */
const CHANNELS = [
  { id: 'message', target: ROUTES.contact },
  { id: 'chat', target: ROUTES.contact },
  { id: 'feedback', target: ROUTES.help },
  { id: 'documentation', target: ROUTES.documentation },
] as const;

function Channels() {
  const { t } = useTranslation('docs');
  return (
    <section aria-labelledby="help-channels" className="mt-16 rounded-2xl border border-line2 bg-side p-8">
      <h2 id="help-channels" className="text-2xl font-semibold tracking-tight">
        {t('help.channels.title')}
      </h2>
      <ul className="mt-6 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {CHANNELS.map(({ id, target }) => (
          <li key={id} className="grid content-start justify-items-start gap-2">
            <h3 className="font-medium">{t(`help.channels.${id}.title`)}</h3>
            <p className="text-title leading-relaxed text-t2">{t(`help.channels.${id}.text`)}</p>
            <ActionLink target={target} look="secondary" className="mt-2">
              {t(`help.channels.${id}.action`)}
            </ActionLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
