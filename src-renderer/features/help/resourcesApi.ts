import { contactHref } from '../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

/** How support is reached: an e-mail address, or a page. */
export interface SupportContact {
  id: string;
  title: string;
  description: string;
  value: string;
  href: string;
  availability: string | null;
}

const resourcesApi = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readSupportContacts: build.query<SupportContact[], void>({
      queryFn: (_, api) =>
        queryBackend<SupportContact[]>(api, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_contact_info')
            .select('id, title, description, contact_value, availability')
            .eq('is_active', true)
            .eq('contact_type', 'support')
            .order('is_primary', { ascending: false })
            .order('order_index')
            .limit(10);
          const contacts = (data ?? []).flatMap(({ contact_value: value, ...rest }) => {
            const href = contactHref(value);
            return href === null ? [] : [{ ...rest, value, href }];
          });
          return { data: contacts, error };
        }),
    }),
  }),
});

export const { useReadSupportContactsQuery } = resourcesApi;
