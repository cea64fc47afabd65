import { z } from 'zod';
import {
  CONTENT_ADDRESS_MAX,
  CONTENT_TITLE_MAX,
  TUTORIAL_CATEGORIES,
  TUTORIAL_DESCRIPTION_MAX,
  TUTORIAL_DIFFICULTIES,
  TUTORIAL_DURATION_MAX,
  TUTORIAL_TAG_LENGTH_MAX,
  TUTORIAL_TAGS_MAX,
  TUTORIAL_TYPES,
} from '../../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';
import type { Cursor } from '../../../ui/list/index.ts';
import { guardedTable, type Guarded } from './guardedTable.ts';

export const TUTORIALS_PAGE = 50;

const writtenSchema = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(TUTORIAL_CATEGORIES),
  content_type: z.enum(TUTORIAL_TYPES),
  content_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  duration: z.string().nullable(),
  difficulty: z.enum(TUTORIAL_DIFFICULTIES),
  tags: z.array(z.string()),
  is_featured: z.boolean(),
  is_published: z.boolean(),
});
export type WrittenTutorial = z.infer<typeof writtenSchema>;
const tutorialSchema = writtenSchema.extend({
  id: z.string(),
  view_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Tutorial = z.infer<typeof tutorialSchema>;
const COLUMNS =
  'id, title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags, ' +
  'is_featured, is_published, view_count, created_at, updated_at';

const addressSchema = z
  .string()
  .trim()
  .max(CONTENT_ADDRESS_MAX)
  .refine((text) => text === '' || (URL.parse(text)?.protocol === 'https:' && !/[\s<>"]/.test(text)));

/** A tutorial as it is typed. */
export const tutorialFormSchema = z
  .object({
    title: z.string().trim().min(1).max(CONTENT_TITLE_MAX),
    description: z.string().trim().max(TUTORIAL_DESCRIPTION_MAX),
    category: z.enum(TUTORIAL_CATEGORIES),
    content_type: z.enum(TUTORIAL_TYPES),
    content_url: addressSchema,
    thumbnail_url: addressSchema,
    duration: z.string().trim().max(TUTORIAL_DURATION_MAX),
    difficulty: z.enum(TUTORIAL_DIFFICULTIES),
    /** Parted by commas. */
    tags: z.string().refine((text) => {
      const tags = tagsOf(text);
      return tags.length <= TUTORIAL_TAGS_MAX && tags.every((tag) => tag.length <= TUTORIAL_TAG_LENGTH_MAX);
    }),
    is_featured: z.boolean(),
    is_published: z.boolean(),
  })
  .refine(({ is_published, content_url }) => !is_published || content_url !== '', {
    path: ['content_url'],
    message: 'published',
    // Said together with what else is missing.
    when: () => true,
  });
export type TutorialForm = z.infer<typeof tutorialFormSchema>;

export const writtenTutorial = (form: TutorialForm): WrittenTutorial => ({
  ...form,
  content_url: form.content_url || null,
  thumbnail_url: form.thumbnail_url || null,
  duration: form.duration || null,
  tags: tagsOf(form.tags),
});

export const tutorialForm = (tutorial: WrittenTutorial): TutorialForm => ({
  ...tutorial,
  content_url: tutorial.content_url ?? '',
  thumbnail_url: tutorial.thumbnail_url ?? '',
  duration: tutorial.duration ?? '',
  tags: tutorial.tags.join(', '),
});

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}

const guarded = guardedTable('admin_tutorials', tutorialSchema, COLUMNS);

const api = backendApi.enhanceEndpoints({ addTagTypes: ['tutorials'] }).injectEndpoints({
  endpoints: (build) => ({
    listTutorials: build.query<Tutorial[], Cursor | null>({
      queryFn: (after, context) =>
        queryBackend(context, async (supabase) => {
          const table = supabase
            .from('admin_tutorials')
            .select(COLUMNS)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(TUTORIALS_PAGE);
          const { data, error } = await (after === null
            ? table
            : table.or(`created_at.lt."${after.at}",and(created_at.eq."${after.at}",id.lt.${after.id})`));
          return { data: error ? null : z.array(tutorialSchema).parse(data), error };
        }),
      providesTags: ['tutorials'],
    }),
    addTutorial: build.mutation<null, WrittenTutorial>({
      queryFn: (tutorial, context) =>
        queryBackend(context, (supabase) => supabase.from('admin_tutorials').insert(tutorial)),
      invalidatesTags: ['tutorials'],
    }),
    saveTutorial: build.mutation<Guarded<Tutorial>, { base: Tutorial; changes: WrittenTutorial }>({
      queryFn: guarded.save,
      invalidatesTags: ['tutorials'],
    }),
    removeTutorial: build.mutation<Guarded<Tutorial>, Tutorial>({
      queryFn: guarded.remove,
      invalidatesTags: ['tutorials'],
    }),
  }),
});
export const {
  useListTutorialsQuery,
  useAddTutorialMutation,
  useSaveTutorialMutation,
  useRemoveTutorialMutation,
} = api;
