import { Link } from 'react-router-dom';
import { findArticle } from '../../articles/library.ts';
import { useAddress } from '../useAddress.ts';
import { articlePath } from './addresses.ts';

/** Links to articles, with what each is about. */
export function ArticleCards({ ids }: { ids: readonly string[] }) {
  const addressOf = useAddress();
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {ids.map((id) => {
        const article = findArticle(id);
        return (
          article && (
            <li key={id}>
              <Link
                to={addressOf(articlePath(id))}
                lang="en"
                className="grid h-full content-start gap-1.5 rounded-xl border border-line2 bg-panel p-5 transition-colors hover:border-edge"
              >
                <span className="font-medium text-accent">{article.title}</span>
                <span className="text-[0.9375rem] leading-relaxed text-t2">{article.summary}</span>
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}
