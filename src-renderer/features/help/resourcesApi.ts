import { backendApi, queryBackend } from '../../platform/index.ts';

export interface Tutorial {
  id: string;
  title: string;
  duration: string | null;
  url: string;
}
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
    readVideoTutorials: build.query<Tutorial[], void>({
      queryFn: (_, api) =>
        queryBackend<Tutorial[]>(api, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_tutorials')
            .select('id, title, duration, content_url')
            .eq('is_published', true)
            .eq('content_type', 'video')
            .order('is_featured', { ascending: false })
            .order('title')
            .limit(50);
          const tutorials = (data ?? []).flatMap(({ content_url: url, ...rest }) =>
            isWebAddress(url) ? [{ ...rest, url }] : [],
          );
          return { data: tutorials, error };
        }),
    }),
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
            const href = hrefOf(value);
            return href === null ? [] : [{ ...rest, value, href }];
          });
          return { data: contacts, error };
        }),
    }),
  }),
});

export const { useReadVideoTutorialsQuery, useReadSupportContactsQuery } = resourcesApi;

function isWebAddress(text: string | null): text is string {
  return text !== null && URL.parse(text)?.protocol === 'https:';
}

/** null for what no link can be made of. */
function hrefOf(value: string): string | null {
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(value)) return `mailto:${value}`;
  return isWebAddress(value) ? value : null;
}
