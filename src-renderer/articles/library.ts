import type { Article } from './article.ts';
import { inContentsOrder } from './contents.ts';

const modules = import.meta.glob<Article>('../../docs/help/*.md', { eager: true, import: 'default' });

/** All articles, in the order of the User Guide. */
export const ARTICLES: readonly Article[] = inContentsOrder(Object.values(modules));

export function findArticle(id: string | null): Article | null {
  return ARTICLES.find((article) => article.id === id) ?? null;
}
