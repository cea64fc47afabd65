import type { Plugin } from 'vite';
import { parseArticle } from './parseArticle.ts';

/** Turns `docs/help/*.md` into modules whose default export is an `Article`. */
export function helpArticles(): Plugin {
  return {
    name: 'sounddesk:help-articles',
    async transform(code, id) {
      const articleId = /\/docs\/help\/([a-z0-9-]+)\.md$/.exec(id)?.[1];
      if (articleId === undefined) return null;
      const article = await parseArticle(articleId, code);
      return { code: `export default ${JSON.stringify(article)};`, map: null, moduleType: 'js' };
    },
  };
}
