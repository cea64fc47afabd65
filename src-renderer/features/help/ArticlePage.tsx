import { ArrowLeft, ArrowRight, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { useCountedArticle } from '../content/index.ts';
import { writeAddress } from './address.ts';
import { ArticleBlocks } from '../../articles/ArticleBlocks.tsx';
import type { Article } from '../../articles/article.ts';
import { ARTICLES, findArticle } from '../../articles/library.ts';
import { wordsOf } from '../../articles/search.ts';
import { BackLink } from './GuidePage.tsx';
import { useHasServer } from './useHasServer.ts';
import { Marked } from '../../articles/Marked.tsx';

/** One article; opened from the search, what was looked for is marked and in sight. */
export function ArticlePage({ articleId, query }: { articleId: string; query: string }) {
  const { t } = useTranslation('help');
  const article = findArticle(articleId);
  const hasServer = useHasServer();
  useCountedArticle(article && hasServer ? article.id : null);
  const back = query === '' ? { isGuide: true } : { query };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BackLink
        to={writeAddress(back)}
        label={query === '' ? t('article.back') : t('article.backToSearch')}
      />
      {article ? (
        <ArticleText article={article} query={query} />
      ) : (
        <Card>
          <EmptyState title={t('article.unknown')} message={t('article.unknownMessage')} />
        </Card>
      )}
    </div>
  );
}

function ArticleText({ article, query }: { article: Article; query: string }) {
  const { t } = useTranslation('help');
  const title = useRef<HTMLHeadingElement>(null);
  const text = useRef<HTMLElement>(null);
  const words = wordsOf(query);
  useEffect(() => {
    // The way here was a click or a key: the reader continues from the title.
    title.current?.focus({ preventScroll: true });
    const mark = query === '' ? null : text.current?.querySelector('mark');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else window.scrollTo({ top: 0 });
  }, [query]);
  return (
    <>
      <Card className="px-5 py-6 md:!px-9 md:!py-8 print:border-0 print:!p-0 print:shadow-none">
        <article
          ref={text}
          aria-labelledby="article-title"
          className="grid max-w-[44rem] grid-cols-[minmax(0,1fr)] gap-4"
        >
          <header className="flex items-start justify-between gap-4">
            <h2
              ref={title}
              id="article-title"
              tabIndex={-1}
              className="text-xl font-semibold tracking-tight outline-none"
            >
              <Marked text={article.title} words={words} />
            </h2>
            <Button size="sm" onClick={() => window.print()} className="print:hidden">
              <Printer aria-hidden="true" className="size-3.5" />
              {t('article.print')}
            </Button>
          </header>
          <p className="text-title leading-relaxed text-t2">
            <Marked text={article.summary} words={words} />
          </p>
          <ArticleBlocks
            blocks={article.blocks}
            words={words}
            addressOf={(articleId) => writeAddress({ articleId })}
            tableLabel={t('article.table')}
            headingLevel={3}
          />
        </article>
      </Card>
      <Neighbours article={article} />
      <p className="text-xs text-t2 print:hidden">
        {t('article.wrong')}{' '}
        <Link
          to={writeAddress({ tab: 'feedback' })}
          className="font-medium text-accent underline underline-offset-3"
        >
          {t('article.write')}
        </Link>
      </p>
    </>
  );
}

function Neighbours({ article }: { article: Article }) {
  const { t } = useTranslation('help');
  const at = ARTICLES.indexOf(article);
  const [previous, next] = [ARTICLES[at - 1], ARTICLES[at + 1]];
  const look = 'inline-flex items-center gap-1.5 rounded text-t2 hover:text-t1';
  return (
    <nav aria-label={t('article.more')} className="flex flex-wrap justify-between gap-3 print:hidden">
      {previous && (
        <Link to={writeAddress({ articleId: previous.id })} className={look}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('article.previous', { title: previous.title })}
        </Link>
      )}
      {next && (
        <Link to={writeAddress({ articleId: next.id })} className={`${look} ml-auto`}>
          {t('article.next', { title: next.title })}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  );
}
