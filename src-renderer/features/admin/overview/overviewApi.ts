import { z } from 'zod';
import { backendApi, queryBackend } from '../../../platform/index.ts';

const daySchema = z.object({
  /** `2026-11-22`, UTC. */
  day: z.string(),
  signUps: z.number(),
  newCustomers: z.number(),
  keptUsd: z.number(),
});
export type BusinessDay = z.infer<typeof daySchema>;

const businessSchema = z.object({
  days: z.array(daySchema),
  accounts: z.number(),
  trials: z.object({ running: z.number(), ended: z.number(), converted: z.number() }),
  customers: z.object({ now: z.number(), before: z.number(), lost: z.number() }),
  monthlyUsd: z.number(),
  licences: z.partialRecord(z.enum(['trial', 'active', 'expired', 'revoked']), z.number()),
  services: z.array(
    z.object({
      service: z.string(),
      status: z.enum(['operational', 'degraded', 'outage', 'not_configured']),
      checkedAt: z.string(),
    }),
  ),
});
export type Business = z.infer<typeof businessSchema>;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readBusiness: build.query<Business, number>({
      queryFn: (days, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('summarise_business', { days });
          return { data: error ? null : businessSchema.parse(data), error };
        }),
    }),
  }),
});

export const { useReadBusinessQuery } = api;
