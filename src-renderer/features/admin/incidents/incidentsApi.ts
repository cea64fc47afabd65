import { z } from 'zod';
import {
  INCIDENT_IMPACTS,
  INCIDENT_STATES,
  INCIDENT_TEXT_MAX,
  INCIDENT_TITLE_MAX,
} from '../../../../src-shared/domain/serviceStatus.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';

/** What an admin writes of an incident. */
export const incidentInputSchema = z.object({
  title: z.string().trim().min(1).max(INCIDENT_TITLE_MAX),
  description: z.string().trim().max(INCIDENT_TEXT_MAX),
  status: z.enum(INCIDENT_STATES),
  impact: z.enum(INCIDENT_IMPACTS),
});
export type IncidentInput = z.infer<typeof incidentInputSchema>;

const rowSchema = incidentInputSchema.extend({
  title: z.string(),
  description: z.string(),
  id: z.string(),
  started_at: z.string(),
  resolved_at: z.string().nullable(),
});
export type IncidentRow = z.infer<typeof rowSchema>;

const NEWEST = 100;

const api = backendApi.enhanceEndpoints({ addTagTypes: ['incident'] }).injectEndpoints({
  endpoints: (build) => ({
    listIncidents: build.query<IncidentRow[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('service_incidents')
            .select('id, title, description, status, impact, started_at, resolved_at')
            .order('started_at', { ascending: false })
            .limit(NEWEST);
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      providesTags: ['incident'],
    }),
    saveIncident: build.mutation<null, { id: string | null; incident: Partial<IncidentInput> & object }>({
      queryFn: ({ id, incident }, context) =>
        queryBackend(context, async (supabase) => {
          const table = supabase.from('service_incidents');
          if (id === null) return table.insert(incidentInputSchema.parse(incident));
          return table.update(incident).eq('id', id);
        }),
      invalidatesTags: ['incident'],
    }),
    removeIncident: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => supabase.from('service_incidents').delete().eq('id', id)),
      invalidatesTags: ['incident'],
    }),
  }),
});

export const { useListIncidentsQuery, useSaveIncidentMutation, useRemoveIncidentMutation } = api;
