import { z } from 'zod';
import { backendApi, queryBackend } from '../../platform/index.ts';

const pageSchema = z.object({ title: z.string(), content: z.unknown() });
type PublishedPage = z.infer<typeof pageSchema>;

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
  }),
});

export const { useReadPublishedPageQuery } = api;
