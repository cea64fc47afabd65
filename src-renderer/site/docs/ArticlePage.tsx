import './texts.en.ts';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { Link, Navigate, Outlet, useParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ARTICLE_KEY_PREFIX, ROUTES } from '../../../src-shared/domain/routes.ts';
import { plainText, type ArticleCard } from '../../articles/article.ts';
import { ArticleBlocks } from '../../articles/ArticleBlocks.tsx';
import { CARDS, findCard } from '../../articles/cards.ts';
import { Marked } from '../../articles/Marked.tsx';
import { useArticle } from '../../articles/oneArticle.ts';
import { wordsOf } from '../../articles/search.ts';
import { DOCUMENTATION_SECTIONS, idsOfParts } from '../../articles/contents.ts';
import { ActionLink } from '../ActionLink.tsx';
import { SitePage } from '../SitePage.tsx';
import { OutletWhenNear } from '../OutletWhenNear.tsx';
import { EnglishOnly } from '../EnglishOnly.tsx';
import { useAddress } from '../useAddress.ts';
import { articlePath } from './addresses.ts';
import { usePublished, type PublishedPlace } from './published.ts';
import { useSearch } from './useSearch.ts';

/** One article with the contents beside it; one that is not there leads to the contents. */
export default function ArticlePage() {
  const { articleId = '' } = useParams();
  const addressOf = useAddress();
  const card = findCard(articleId);
  if (articleId.startsWith(ARTICLE_KEY_PREFIX)) return <PublishedPage key={articleId} id={articleId} />;
  if (!card) return <Navigate to={addressOf(ROUTES.documentation)} replace />;
  return (
    <SitePage title={`${card.title}: SoundDesk`} description={card.summary}>
      <BesideContents current={card.id}>
        <ArticleText key={card.id} card={card} />
      </BesideContents>
    </SitePage>
  );
}

/** One that admins published: its text comes from the server, in the outlet; the tab is named by it once it is there. */
function PublishedPage({ id }: { id: string }) {
  const { t } = useTranslation('docs');
  const addressOf = useAddress();
  const { query } = useSearch();
  const [articles, onPublished] = usePublished();
  const article = articles?.find((one) => one.id === id);
  if (articles && !article) return <Navigate to={addressOf(ROUTES.documentation)} replace />;
  return (
    <SitePage
      title={article ? `${article.title}: SoundDesk` : t('documentation.metaTitle')}
      description={article?.summary || t('documentation.description')}
    >
      <BesideContents current={id}>
        <article aria-label={article?.title ?? t('article.contents')} className="min-h-96 min-w-0">
          <ArticleNavigation query={query} />
          <Suspense>
            <Outlet context={{ id, words: wordsOf(query), onPublished } satisfies PublishedPlace} />
          </Suspense>
          {article && <TellUs />}
        </article>
      </BesideContents>
    </SitePage>
  );
}

function BesideContents({ current, children }: { current: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[72.5rem] gap-x-14 gap-y-10 px-4 py-10 sm:px-6 lg:grid-cols-[14rem_minmax(0,44rem)] lg:py-14 print:block print:p-0">
      <Contents current={current} />
      {children}
    </div>
  );
}

function Contents({ current }: { current: string }) {
  const { t } = useTranslation('docs');
  const addressOf = useAddress();
  return (
    <nav aria-label={t('article.contents')} className="hidden lg:block print:hidden">
      <div className="sticky top-22 grid max-h-[calc(100dvh-7rem)] gap-6 overflow-y-auto pb-6">
        {DOCUMENTATION_SECTIONS.map(({ section, parts }) => (
          <div key={section}>
            <p className="text-xs font-medium text-t3">{t(`documentation.sections.${section}.title`)}</p>
            <ul className="mt-2 grid gap-0.5 border-l border-line">
              {idsOfParts(parts).map((id) => (
                <li key={id}>
                  <Link
                    to={addressOf(articlePath(id))}
                    lang="en"
                    aria-current={id === current ? 'page' : undefined}
                    className="-ml-px block border-l border-transparent py-1 pl-4 text-sm text-t2 hover:text-t1 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-t1"
                  >
                    {findCard(id)?.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function ArticleText({ card }: { card: ArticleCard }) {
  const { t } = useTranslation('docs');
  const { query } = useSearch();
  const addressOf = useAddress();
  const text = useRef<HTMLElement>(null);
  const words = wordsOf(query);
  useEffect(() => {
    if (query !== '') text.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [query]);
  const blocks = useArticle(card.id)?.blocks ?? [];
  const headings = blocks.filter((block) => block.kind === 'heading');
  return (
    <article ref={text} aria-labelledby="article-title" className="min-w-0">
      <ArticleNavigation query={query} />
      <EnglishOnly text={t('article.english')} className="mt-5" />
      <h1
        id="article-title"
        lang="en"
        className="mt-6 text-3xl font-semibold tracking-tight sm:text-4xl print:mt-0"
      >
        <Marked text={card.title} words={words} />
      </h1>
      <p lang="en" className="mt-4 text-lg leading-relaxed text-t2">
        <Marked text={card.summary} words={words} />
      </p>
      {headings.length > 2 && (
        <ul
          lang="en"
          className="mt-5 flex flex-wrap gap-x-5 gap-y-1 print:hidden"
          aria-label={t('article.onPage')}
        >
          {headings.map(({ id, children }) => (
            <li key={id}>
              <a href={`#${id}`} className="text-sm text-accent underline-offset-4 hover:underline">
                {plainText(children)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div
        lang="en"
        className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4 [--article-heading:1.25rem] [--article-size:1rem]"
      >
        <ArticleBlocks
          blocks={blocks}
          words={words}
          addressOf={(id) => addressOf(articlePath(id))}
          tableLabel={t('article.table')}
          headingLevel={2}
        />
      </div>
      <Neighbours card={card} />
      <OutletWhenNear />
      <TellUs />
    </article>
  );
}

/** Back to where one came from, and the printer. */
function ArticleNavigation({ query }: { query: string }) {
  const { t } = useTranslation('docs');
  return (
    <nav
      aria-label={t('article.where')}
      className="flex flex-wrap items-center justify-between gap-3 print:hidden"
    >
      <ActionLink
        target={
          query === ''
            ? ROUTES.documentation
            : `${ROUTES.documentation}/?${new URLSearchParams({ search: query }).toString()}`
        }
      >
        <ChevronLeft aria-hidden="true" className="mr-1.5 size-4" />
        {query === '' ? t('documentation.title') : t('article.backToSearch')}
      </ActionLink>
      <ActionLink onPress={() => print()} look="secondary">
        <Printer aria-hidden="true" className="size-4" />
        {t('article.print')}
      </ActionLink>
    </nav>
  );
}

function TellUs() {
  const { t } = useTranslation('docs');
  return (
    <p className="mt-8 text-sm text-t2 print:hidden">
      {t('article.wrong')}{' '}
      <ActionLink target={ROUTES.contact} className="text-accent underline underline-offset-4">
        {t('article.write')}
      </ActionLink>
    </p>
  );
}

function Neighbours({ card }: { card: ArticleCard }) {
  const { t } = useTranslation('docs');
  const at = CARDS.indexOf(card);
  const [previous, next] = [CARDS[at - 1], CARDS[at + 1]];
  return (
    <nav
      aria-label={t('article.more')}
      className="mt-12 flex flex-wrap justify-between gap-3 border-t border-line pt-5 print:hidden"
    >
      {previous && (
        <ActionLink target={articlePath(previous.id)}>
          <ChevronLeft aria-hidden="true" className="mr-1.5 size-4" />
          {previous.title}
        </ActionLink>
      )}
      {next && (
        <ActionLink target={articlePath(next.id)} className="ml-auto">
          {next.title}
          <ChevronRight aria-hidden="true" className="ml-1.5 size-4" />
        </ActionLink>
      )}
    </nav>
  );
}
