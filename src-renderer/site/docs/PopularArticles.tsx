import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { findCard } from '../../articles/cards.ts';
import {
  useReadArticleViewsQuery,
  useReadPublishedArticlesQuery,
  type PublishedArticle,
} from '../../features/content/index.ts';
import { useAddress } from '../useAddress.ts';
import { articlePath } from './addresses.ts';

const SHOWN = 6;

/** The articles that were opened most, with how often; nothing where there is no server. */
export function PopularArticles() {
  const { t } = useTranslation('docs');
  const { data: views } = useReadArticleViewsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: published = [] } = useReadPublishedArticlesQuery();
  if (!views) return null;
  const popular = views
    .flatMap(({ article_id: id, view_count: count }) => {
      const title = titleOf(id, published);
      return title === null ? [] : [{ id, title, count }];
    })
    .slice(0, SHOWN);
  return (
    <section aria-labelledby="help-popular" className="mt-16">
      <h2 id="help-popular" className="text-2xl font-semibold tracking-tight">
        {t('help.popular.title')}
      </h2>
      {popular.length === 0 ? (
        <p className="mt-4 text-title text-t2">{t('help.popular.empty')}</p>
      ) : (
        <ol className="mt-6 grid gap-x-12 md:grid-cols-2">
          {popular.map((article) => (
            <Row key={article.id} {...article} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Row({ id, title, count }: { id: string; title: string; count: number }) {
  const { t } = useTranslation('docs');
  const addressOf = useAddress();
  return (
    <li className="flex min-w-0 items-baseline justify-between gap-4 border-t border-line py-3.5">
      <Link
        to={addressOf(articlePath(id))}
        lang={findCard(id) ? 'en' : undefined}
        dir="auto"
        className="min-w-0 rounded font-medium text-accent wrap-anywhere underline-offset-4 hover:underline"
      >
        {title}
      </Link>
      <span className="shrink-0 text-xs text-t3 tabular-nums">{t('help.tutorials.views', { count })}</span>
    </li>
  );
}

/** null of one that this version does not have, or that was taken back. */
function titleOf(id: string, published: readonly PublishedArticle[]): string | null {
  return findCard(id)?.title ?? published.find((article) => article.id === id)?.title ?? null;
}
