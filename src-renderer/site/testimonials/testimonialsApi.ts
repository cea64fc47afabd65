import { z } from 'zod';
import { SHOWN_TESTIMONIALS } from '../../../src-shared/domain/testimonials.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

const testimonialSchema = z.object({
  id: z.string(),
  quote: z.string(),
  author_name: z.string(),
  author_role: z.string(),
  source_url: z
    .string()
    .regex(/^https:\/\//)
    .nullable(),
});
type Testimonial = z.infer<typeof testimonialSchema>;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readTestimonials: build.query<Testimonial[], void>({
      queryFn: (_, context) =>
        queryBackend<Testimonial[]>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('testimonials')
            .select('id, quote, author_name, author_role, source_url')
            .eq('is_published', true)
            .order('created_at', { ascending: false })
            .limit(SHOWN_TESTIMONIALS);
          return { data: z.array(testimonialSchema).parse(data ?? []), error };
        }),
    }),
  }),
});

export const { useReadTestimonialsQuery } = api;
