import { z } from 'zod';
import { MEMBER_ROLES } from '../../../src-shared/domain/organization.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  is_personal: z.boolean(),
  role: z.enum(MEMBER_ROLES),
  status: z.enum(['active', 'pending']),
});
/** An organisation of one's own; `pending` until one is let in. */
export type Organization = z.infer<typeof organizationSchema>;

const seatsSchema = z.object({
  seats: z.number(),
  taken: z.number(),
  /** Held free for open invitations. */
  promised: z.number(),
  plan_id: z.string(),
});
export type Seats = z.infer<typeof seatsSchema>;

export const organizationTags = backendApi.enhanceEndpoints({
  addTagTypes: ['organization', 'member', 'team', 'trail'],
});

const api = organizationTags.injectEndpoints({
  endpoints: (build) => ({
    listOrganizations: build.query<Organization[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('list_my_organizations');
          return { data: error ? null : z.array(organizationSchema).parse(data), error };
        }),
      providesTags: ['organization'],
    }),
    readSeats: build.query<Seats, string>({
      queryFn: (organization, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('organization_seats', { organization });
          return { data: error ? null : seatsSchema.parse(data[0]), error };
        }),
      providesTags: ['member'],
    }),
    createOrganization: build.mutation<string, string>({
      queryFn: (name, context) =>
        queryBackend(context, async (supabase) =>
          supabase.rpc('create_organization', { organization_name: name }),
        ),
      invalidatesTags: (result) => (result === undefined ? [] : ['organization']),
    }),
  }),
});
export const { useListOrganizationsQuery, useReadSeatsQuery, useCreateOrganizationMutation } = api;
