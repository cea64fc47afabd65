import { z } from 'zod';
import {
  isPixelId,
  MAX_PIXEL_DESCRIPTION_LENGTH,
  MAX_PIXEL_NAME_LENGTH,
  PIXEL_TYPES,
} from '../../../../src-shared/domain/trackingPixels.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';

/** What an admin writes of a pixel. */
export const pixelInputSchema = z
  .object({
    name: z.string().trim().min(1).max(MAX_PIXEL_NAME_LENGTH),
    pixel_type: z.enum(PIXEL_TYPES),
    pixel_id: z.string().trim().min(1),
    description: z.string().trim().max(MAX_PIXEL_DESCRIPTION_LENGTH),
    is_active: z.boolean(),
  })
  .refine(({ pixel_type: type, pixel_id: id }) => isPixelId(type, id), {
    path: ['pixel_id'],
    error: 'wrong',
  });
export type PixelInput = z.infer<typeof pixelInputSchema>;

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  pixel_type: z.enum(PIXEL_TYPES),
  pixel_id: z.string(),
  description: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.string(),
});
export type PixelRow = z.infer<typeof rowSchema>;

const MOST_PIXELS = 200;

const api = backendApi.enhanceEndpoints({ addTagTypes: ['pixel'] }).injectEndpoints({
  endpoints: (build) => ({
    listPixels: build.query<PixelRow[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('tracking_pixels')
            .select('id, name, pixel_type, pixel_id, description, is_active, created_at')
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(MOST_PIXELS);
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      providesTags: ['pixel'],
    }),
    savePixel: build.mutation<null, { id: string | null; pixel: PixelInput }>({
      queryFn: ({ id, pixel }, context) =>
        queryBackend(context, async (supabase) => {
          const table = supabase.from('tracking_pixels');
          const { pixel_type, ...rest } = { ...pixel, description: pixel.description || null };
          // The type stays: another one is another pixel.
          return id === null ? table.insert({ ...rest, pixel_type }) : table.update(rest).eq('id', id);
        }),
      invalidatesTags: ['pixel'],
    }),
    switchPixel: build.mutation<null, { id: string; isActive: boolean }>({
      queryFn: ({ id, isActive }, context) =>
        queryBackend(context, async (supabase) =>
          supabase.from('tracking_pixels').update({ is_active: isActive }).eq('id', id),
        ),
      invalidatesTags: ['pixel'],
    }),
    removePixel: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => supabase.from('tracking_pixels').delete().eq('id', id)),
      invalidatesTags: ['pixel'],
    }),
  }),
});

export const { useListPixelsQuery, useSavePixelMutation, useSwitchPixelMutation, useRemovePixelMutation } =
  api;
