import { useEffect } from 'react';
import { z } from 'zod';
import { backendApi, queryBackend } from '../../platform/index.ts';

const rowSchema = z.object({ article_id: z.string(), view_count: z.number() });
/** How often an article of the help was opened. Its id may be that of one which this version does not have. */
type ArticleViews = z.infer<typeof rowSchema>;

/** More than are shown: some are of other versions. */
const ARTICLES_READ = 50;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    /** Those that were opened most, first. */
    readArticleViews: build.query<ArticleViews[], void>({
      queryFn: (_, context) =>
        queryBackend<ArticleViews[]>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('article_views')
            .select('article_id, view_count')
            .order('view_count', { ascending: false })
            .order('article_id')
            .limit(ARTICLES_READ);
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
    }),
    /** Nobody waits for it, and nobody misses one that did not arrive. */
    countArticleView: build.mutation<null, string>({
      queryFn: (article, context) =>
        queryBackend<null>(context, async (supabase) => {
          const { error } = await supabase.rpc('count_article_view', { article });
          return { data: null, error };
        }),
    }),
  }),
});

export const { useReadArticleViewsQuery } = api;

/** Counts an article that is open, where there is a server; the server takes a visitor once a day. null: none is. */
export function useCountedArticle(id: string | null): void {
  const [count] = api.useCountArticleViewMutation();
  useEffect(() => {
    if (id !== null) void count(id);
  }, [id, count]);
}
