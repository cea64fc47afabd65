import { z } from 'zod';
import { backendApi, queryBackend } from '../../platform/index.ts';

const contactSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  contact_value: z.string(),
  availability: z.string().nullable(),
});
type PublicContact = z.infer<typeof contactSchema>;

const api = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readPublicContacts: build.query<PublicContact[], void>({
      queryFn: (_, context) =>
        queryBackend<PublicContact[]>(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_contact_info')
            .select('id, title, description, contact_value, availability')
            .eq('is_active', true)
            .order('order_index')
            .limit(50);
          return { data: z.array(contactSchema).parse(data ?? []), error };
        }),
    }),
  }),
});

export const { useReadPublicContactsQuery } = api;
