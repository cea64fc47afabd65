import { z } from 'zod';
import { readPageContent, type PageSection } from '../../../src-shared/domain/content.ts';
import { ARTICLE_KEY_PREFIX } from '../../../src-shared/domain/routes.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

const pageSchema = z.object({ title: z.string(), content: z.unknown() });
type PublishedPage = z.infer<typeof pageSchema>;

/** An article that admins published for the documentation. */
export interface PublishedArticle {
  /** The page's key, which begins with `ARTICLE_KEY_PREFIX`: the last part of its address. */
  id: string;
  title: string;
  /** May be empty. */
  summary: string;
  sections: readonly PageSection[];
}

const articleSchema = pageSchema.extend({
  page_key: z.string(),
  meta_data: z.looseObject({ description: z.string().catch('') }),
});
/** Rows that are asked for at once. */
const ARTICLES_AT_ONCE = 50;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readPublishedPage: build.query<PublishedPage | null, string>({
      queryFn: (key, context) =>
        queryBackend<PublishedPage | null>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_content_pages')
            .select('title, content')
            .eq('page_key', key)
            .eq('status', 'published')
            .maybeSingle();
          return { data: error ? null : pageSchema.nullable().parse(data), error };
        }),
    }),
    readPublishedArticles: build.query<PublishedArticle[], void>({
      queryFn: (_, context) =>
        queryBackend<PublishedArticle[]>(context, async (supabase) => {
          const articles: PublishedArticle[] = [];
          for (;;) {
            const { data, error } = await supabase
              .from('admin_content_pages')
              .select('page_key, title, content, meta_data')
              .eq('status', 'published')
              .like('page_key', `${ARTICLE_KEY_PREFIX}%`)
              .gt('page_key', articles.at(-1)?.id ?? '')
              .order('page_key')
              .limit(ARTICLES_AT_ONCE);
            if (error) return { data: null, error };
            articles.push(...z.array(articleSchema).parse(data).map(articleOf));
            if (data.length < ARTICLES_AT_ONCE) return { data: articles, error: null };
          }
        }),
    }),
  }),
});

function articleOf(row: z.infer<typeof articleSchema>): PublishedArticle {
  return {
    id: row.page_key,
    title: row.title,
    summary: row.meta_data.description,
    sections: readPageContent(row.content).sections,
  };
}

export const { useReadPublishedPageQuery, useReadPublishedArticlesQuery } = api;
