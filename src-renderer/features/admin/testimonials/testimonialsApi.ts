import { z } from 'zod';
import {
  MAX_QUOTE_LENGTH,
  MAX_QUOTE_SOURCE_LENGTH,
  MAX_QUOTED_NAME_LENGTH,
  MAX_QUOTED_ROLE_LENGTH,
} from '../../../../src-shared/domain/testimonials.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';

/** What an admin writes of a testimonial. */
export const testimonialInputSchema = z.object({
  quote: z.string().trim().min(1).max(MAX_QUOTE_LENGTH),
  author_name: z.string().trim().min(1).max(MAX_QUOTED_NAME_LENGTH),
  author_role: z.string().trim().max(MAX_QUOTED_ROLE_LENGTH),
  /** Empty: none. */
  source_url: z
    .string()
    .trim()
    .max(MAX_QUOTE_SOURCE_LENGTH)
    .regex(/^(https:\/\/[^\s<>"]+)?$/),
});
export type TestimonialInput = z.infer<typeof testimonialInputSchema>;

const rowSchema = z.object({
  id: z.string(),
  quote: z.string(),
  author_name: z.string(),
  author_role: z.string(),
  source_url: z.string().nullable(),
  is_published: z.boolean(),
  created_at: z.string(),
});
export type TestimonialRow = z.infer<typeof rowSchema>;

const NEWEST = 100;

const api = backendApi.enhanceEndpoints({ addTagTypes: ['testimonial'] }).injectEndpoints({
  endpoints: (build) => ({
    listTestimonials: build.query<TestimonialRow[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('testimonials')
            .select('id, quote, author_name, author_role, source_url, is_published, created_at')
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(NEWEST);
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      providesTags: ['testimonial'],
    }),
    saveTestimonial: build.mutation<null, { id: string | null; testimonial: TestimonialInput }>({
      queryFn: ({ id, testimonial }, context) =>
        queryBackend(context, async (supabase) => {
          const table = supabase.from('testimonials');
          const row = { ...testimonial, source_url: testimonial.source_url || null };
          return id === null ? table.insert(row) : table.update(row).eq('id', id);
        }),
      invalidatesTags: ['testimonial'],
    }),
    publishTestimonial: build.mutation<null, { id: string; isPublished: boolean }>({
      queryFn: ({ id, isPublished }, context) =>
        queryBackend(context, async (supabase) =>
          supabase.from('testimonials').update({ is_published: isPublished }).eq('id', id),
        ),
      invalidatesTags: ['testimonial'],
    }),
    removeTestimonial: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => supabase.from('testimonials').delete().eq('id', id)),
      invalidatesTags: ['testimonial'],
    }),
  }),
});

export const {
  useListTestimonialsQuery,
  useSaveTestimonialMutation,
  usePublishTestimonialMutation,
  useRemoveTestimonialMutation,
} = api;
