import type { z } from 'zod';

/** Text that PostgreSQL takes: without NUL and without halves of characters. */
export function storable(schema: z.ZodString) {
  return schema.transform((text) => text.replaceAll('\u0000', '').toWellFormed());
}
