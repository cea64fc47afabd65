import { z } from 'zod';
import {
  INCIDENT_IMPACTS,
  INCIDENT_STATES,
  SERVICE_STATES,
} from '../../../src-shared/domain/serviceStatus.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

const daySchema = z.object({
  /** UTC. */
  day: z.iso.date(),
  checks: z.int(),
  answered: z.int(),
  averageMs: z.int().nullable(),
});
const serviceSchema = z.object({
  service: z.string(),
  status: z.enum(SERVICE_STATES),
  response_ms: z.int().nullable(),
  checked_at: z.string(),
  days: z.array(daySchema),
});
export type ServiceDay = z.infer<typeof daySchema>;
export type Service = z.infer<typeof serviceSchema>;

const incidentSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(INCIDENT_STATES),
  impact: z.enum(INCIDENT_IMPACTS),
  started_at: z.string(),
});
export type Incident = z.infer<typeof incidentSchema>;

const statusApi = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readServices: build.query<Service[], void>({
      queryFn: (_, api) =>
        queryBackend<Service[]>(api, async (supabase) => {
          const { data, error } = await supabase.rpc('summarise_service_checks');
          return { data: z.array(serviceSchema).parse(data ?? []), error };
        }),
    }),
    readIncidents: build.query<Incident[], void>({
      queryFn: (_, api) =>
        queryBackend<Incident[]>(api, async (supabase) => {
          const { data, error } = await supabase
            .from('service_incidents')
            .select('id, title, description, status, impact, started_at')
            .order('started_at', { ascending: false })
            .limit(10);
          return { data: z.array(incidentSchema).parse(data ?? []), error };
        }),
    }),
  }),
});

export const { useReadServicesQuery, useReadIncidentsQuery } = statusApi;
