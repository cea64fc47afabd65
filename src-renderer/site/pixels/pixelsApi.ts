import { z } from 'zod';
import { isPixelId, PIXEL_TYPES } from '../../../src-shared/domain/trackingPixels.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

const pixelSchema = z
  .object({ id: z.string(), pixel_type: z.enum(PIXEL_TYPES), pixel_id: z.string() })
  .refine(({ pixel_type: type, pixel_id: id }) => isPixelId(type, id));
type ActivePixel = z.infer<typeof pixelSchema>;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readPixels: build.query<ActivePixel[], void>({
      queryFn: (_, context) =>
        queryBackend<ActivePixel[]>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('tracking_pixels')
            .select('id, pixel_type, pixel_id')
            .eq('is_active', true);
          return { data: z.array(pixelSchema).parse(data ?? []), error };
        }),
    }),
  }),
});

export const { useReadPixelsQuery } = api;
