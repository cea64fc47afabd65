import type { ArticleCard } from './article.ts';
import { inContentsOrder } from './contents.ts';

const modules = import.meta.glob<ArticleCard>('../../docs/help/*.md', {
  eager: true,
  query: '?card',
  import: 'default',
});

/** What each article is called and is about, in the order of the User Guide: a page of links needs no more. */
export const CARDS: readonly ArticleCard[] = inContentsOrder(Object.values(modules));

export function findCard(id: string | null): ArticleCard | null {
  return CARDS.find((card) => card.id === id) ?? null;
}
