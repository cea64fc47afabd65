import type { Plugin } from 'vite';
import { parseArticle } from './parseArticle.ts';

/**
 * Turns `docs/help/*.md` into modules whose default export is an `Article`; with `?card` an `ArticleCard`. `?alone` is
 * the article as a module of its own, for pages that show one: the other is bundled with its siblings.
 */
export function helpArticles(): Plugin {
  return {
    name: 'sounddesk:help-articles',
    async transform(code, id) {
      const [, articleId, query] = /\/docs\/help\/([a-z0-9-]+)\.md(\?card|\?alone)?$/.exec(id) ?? [];
      if (articleId === undefined) return null;
      const { title, summary, blocks } = await parseArticle(articleId, code);
      const card = { id: articleId, title, summary };
      const made = query === '?card' ? card : { ...card, blocks };
      return { code: `export default ${JSON.stringify(made)};`, map: null, moduleType: 'js' };
    },
  };
}
