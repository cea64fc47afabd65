import { Link } from 'react-router-dom';
import { findCard } from '../../articles/cards.ts';
import type { PublishedArticle } from '../../features/content/index.ts';
import { useAddress } from '../useAddress.ts';
import { articlePath } from './addresses.ts';

/** Links to articles, with what each is about. */
export function ArticleCards({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {ids.map((id) => {
        const card = findCard(id);
        return card && <Card key={id} {...card} lang="en" />;
      })}
    </ul>
  );
}

/** The same for what admins published, in whatever language that is. */
export function PublishedCards({ articles }: { articles: readonly PublishedArticle[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {articles.map(({ id, title, summary }) => (
        <Card key={id} id={id} title={title} summary={summary} />
      ))}
    </ul>
  );
}

function Card({ id, title, summary, lang }: { id: string; title: string; summary: string; lang?: 'en' }) {
  const addressOf = useAddress();
  return (
    <li className="min-w-0">
      <Link
        to={addressOf(articlePath(id))}
        lang={lang}
        dir={lang === undefined ? 'auto' : undefined}
        className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-1.5 rounded-xl border border-line2 bg-panel p-5 wrap-anywhere transition-colors hover:border-edge"
      >
        <span className="font-medium text-accent">{title}</span>
        {summary !== '' && <span className="text-title leading-relaxed text-t2">{summary}</span>}
      </Link>
    </li>
  );
}
