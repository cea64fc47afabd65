import { z } from 'zod';
import { ADMIN_ROLES, type AdminRole } from '../../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';

const adminSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  last_sign_in_at: z.string().nullable(),
});
export type Admin = z.infer<typeof adminSchema>;

const api = backendApi.enhanceEndpoints({ addTagTypes: ['admins'] }).injectEndpoints({
  endpoints: (build) => ({
    listAdmins: build.query<Admin[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('list_admins');
          return { data: error ? null : z.array(adminSchema).parse(data), error };
        }),
      providesTags: ['admins'],
    }),
    setAdminRole: build.mutation<null, { email: string; role: AdminRole | 'none' }>({
      queryFn: ({ email, role }, context) =>
        queryBackend<null>(context, async (supabase) => {
          const { error } = await supabase.rpc('set_admin_role', { account_email: email, new_role: role });
          return { data: null, error };
        }),
      invalidatesTags: ['admins'],
    }),
  }),
});
export const { useListAdminsQuery, useSetAdminRoleMutation } = api;
