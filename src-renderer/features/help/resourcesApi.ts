import { z } from 'zod';
import { contactHref, TUTORIAL_TYPES } from '../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../platform/index.ts';

export interface Tutorial {
  id: string;
  title: string;
  type: (typeof TUTORIAL_TYPES)[number];
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

const typeSchema = z.enum(TUTORIAL_TYPES);

const resourcesApi = backendApi.injectEndpoints({
  endpoints: (build) => ({
    readVideoTutorials: build.query<Tutorial[], void>({
      queryFn: (_, api) =>
        queryBackend<Tutorial[]>(api, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_tutorials')
            .select('id, title, content_type, duration, content_url')
            .eq('is_published', true)
            .order('is_featured', { ascending: false })
            .order('view_count', { ascending: false })
            .order('title')
            .limit(50);
          const tutorials = (data ?? []).flatMap(({ content_url: url, content_type: type, ...rest }) =>
            isWebAddress(url) ? [{ ...rest, url, type: typeSchema.parse(type) }] : [],
          );
          return { data: tutorials, error };
        }),
    }),
    /** Nobody waits for it, and nobody misses one that did not arrive. */
    countTutorialView: build.mutation<null, string>({
      queryFn: (id, api) =>
        queryBackend<null>(api, async (supabase) => {
          const { error } = await supabase.rpc('increment_tutorial_views', { tutorial_id: id });
          return { data: null, error };
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
            const href = contactHref(value);
            return href === null ? [] : [{ ...rest, value, href }];
          });
          return { data: contacts, error };
        }),
    }),
  }),
});

export const { useReadVideoTutorialsQuery, useCountTutorialViewMutation, useReadSupportContactsQuery } =
  resourcesApi;

function isWebAddress(text: string | null): text is string {
  return text !== null && URL.parse(text)?.protocol === 'https:';
}
