import { use } from 'react';
import type { Article } from './article.ts';

const modules = import.meta.glob<Article>('../../docs/help/*.md', { query: '?alone', import: 'default' });
const loading = new Map<string, Promise<Article | null>>();
const loaded = new Map<string, Article | null>();

/** Fetches an article's text, once; null where there is no such article. Rejects where it can't be fetched. */
export function loadArticle(id: string): Promise<Article | null> {
  let promise = loading.get(id);
  if (!promise) {
    promise = fetchArticle(id);
    loading.set(id, promise);
  }
  return promise;
}

/** The article, for a component: it waits in the nearest `Suspense`, unless the text is there. */
export function useArticle(id: string): Article | null {
  const article = loaded.get(id);
  return article === undefined ? use(loadArticle(id)) : article;
}

async function fetchArticle(id: string): Promise<Article | null> {
  try {
    const article = (await modules[`../../docs/help/${id}.md`]?.()) ?? null;
    loaded.set(id, article);
    return article;
  } catch (error) {
    // Asked for again, it is fetched again.
    loading.delete(id);
    throw error;
  }
}
