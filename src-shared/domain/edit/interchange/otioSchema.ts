import { z } from 'zod';

/** What of OpenTimelineIO JSON is read; the rest of a file may be anything. */
const name = z.string().nullish();
const metadata = z.object({ sounddesk: z.unknown().optional() }).loose().nullish().catch(null);
export const timeSchema = z.object({ value: z.number(), rate: z.number().min(1).max(1_000_000) });
const rangeSchema = z.object({ start_time: timeSchema, duration: timeSchema });
const effectSchema = z.object({ OTIO_SCHEMA: z.string(), time_scalar: z.number().optional() });
const referenceSchema = z.object({
  OTIO_SCHEMA: z.string(),
  name,
  target_url: z.string().max(8192).optional(),
  available_range: rangeSchema.nullish().catch(null),
  parameters: z.unknown().optional(),
});
export const itemSchema = z.object({
  OTIO_SCHEMA: z.string(),
  name,
  metadata,
  source_range: rangeSchema.nullish(),
  effects: z.array(effectSchema).nullish(),
  media_reference: referenceSchema.nullish(),
  media_references: z.record(z.string(), referenceSchema).nullish(),
  active_media_reference_key: z.string().nullish(),
  in_offset: timeSchema.nullish(),
  out_offset: timeSchema.nullish(),
});
export type OtioItem = z.infer<typeof itemSchema>;
export const markerSchema = z.object({
  name,
  color: z.string().nullish(),
  marked_range: rangeSchema,
  metadata,
});
export const timelineSchema = z.object({
  OTIO_SCHEMA: z.string().startsWith('Timeline.'),
  name,
  metadata,
  tracks: z.object({
    markers: z.array(z.unknown()).nullish(),
    children: z
      .array(
        z.object({
          OTIO_SCHEMA: z.string(),
          kind: z.string().nullish(),
          name,
          metadata,
          children: z.array(z.unknown()).nullish(),
        }),
      )
      .max(200),
  }),
});
export type OtioTimeline = z.infer<typeof timelineSchema>;
