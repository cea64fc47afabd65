import { z } from 'zod';
import { TUTORIAL_DIFFICULTIES, TUTORIAL_TYPES } from '../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  content_type: z.enum(TUTORIAL_TYPES),
  difficulty: z.enum(TUTORIAL_DIFFICULTIES),
  duration: z.string().nullable(),
  view_count: z.number(),
  is_featured: z.boolean(),
});
/** A film, a text or something to try that admins published, at an address with https. */
export type Tutorial = z.infer<typeof rowSchema> & { url: string };

/** As many as are shown. */
const TUTORIALS_MAX = 50;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    /** The featured first, then those that were opened most. */
    readTutorials: build.query<Tutorial[], void>({
      queryFn: (_, context) =>
        queryBackend<Tutorial[]>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_tutorials')
            .select(
              'id, title, description, content_type, difficulty, duration, view_count, is_featured, content_url',
            )
            .eq('is_published', true)
            .order('is_featured', { ascending: false })
            .order('view_count', { ascending: false })
            .order('title')
            .limit(TUTORIALS_MAX);
          const tutorials = (data ?? []).flatMap(({ content_url: url, ...row }) =>
            isWebAddress(url) ? [{ ...rowSchema.parse(row), url }] : [],
          );
          return { data: tutorials, error };
        }),
    }),
    /** Nobody waits for it, and nobody misses one that did not arrive. */
    countTutorialView: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend<null>(context, async (supabase) => {
          const { error } = await supabase.rpc('increment_tutorial_views', { tutorial_id: id });
          return { data: null, error };
        }),
    }),
  }),
});

export const { useReadTutorialsQuery, useCountTutorialViewMutation } = api;

function isWebAddress(text: string | null): text is string {
  return text !== null && URL.parse(text)?.protocol === 'https:';
}
