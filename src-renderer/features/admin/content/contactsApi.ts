import { z } from 'zod';
import {
  CONTACT_AVAILABILITY_MAX,
  CONTACT_DESCRIPTION_MAX,
  CONTACT_VALUE_MAX,
  CONTENT_TITLE_MAX,
  PUBLIC_CONTACT_TYPES,
} from '../../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';
import { guardedTable, type Guarded } from './guardedTable.ts';

const writtenSchema = z.object({
  contact_type: z.enum(PUBLIC_CONTACT_TYPES),
  title: z.string(),
  description: z.string(),
  contact_value: z.string(),
  availability: z.string().nullable(),
  is_primary: z.boolean(),
  order_index: z.number(),
  is_active: z.boolean(),
});
export type WrittenContact = z.infer<typeof writtenSchema>;
const contactSchema = writtenSchema.extend({ id: z.string(), updated_at: z.string() });
export type Contact = z.infer<typeof contactSchema>;
const COLUMNS =
  'id, contact_type, title, description, contact_value, availability, is_primary, order_index, is_active, updated_at';

/** A contact as it is typed. */
export const contactFormSchema = z.object({
  contact_type: z.enum(PUBLIC_CONTACT_TYPES),
  title: z.string().trim().min(1).max(CONTENT_TITLE_MAX),
  description: z.string().trim().max(CONTACT_DESCRIPTION_MAX),
  contact_value: z.string().trim().min(1).max(CONTACT_VALUE_MAX),
  availability: z.string().trim().max(CONTACT_AVAILABILITY_MAX),
  is_primary: z.boolean(),
  order_index: z
    .string()
    .trim()
    .regex(/^-?\d{1,6}$/),
  is_active: z.boolean(),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

export const writtenContact = (form: ContactForm): WrittenContact => ({
  ...form,
  availability: form.availability || null,
  order_index: Number(form.order_index),
});

export const contactForm = ({ order_index: place, ...contact }: WrittenContact): ContactForm => ({
  ...contact,
  availability: contact.availability ?? '',
  order_index: String(place),
});

const guarded = guardedTable('admin_contact_info', contactSchema, COLUMNS);

const api = backendApi.enhanceEndpoints({ addTagTypes: ['contacts'] }).injectEndpoints({
  endpoints: (build) => ({
    listContacts: build.query<Contact[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_contact_info')
            .select(COLUMNS)
            .order('order_index')
            .order('title');
          return { data: error ? null : z.array(contactSchema).parse(data), error };
        }),
      providesTags: ['contacts'],
    }),
    addContact: build.mutation<null, WrittenContact>({
      queryFn: (contact, context) =>
        queryBackend(context, (supabase) => supabase.from('admin_contact_info').insert(contact)),
      invalidatesTags: ['contacts'],
    }),
    saveContact: build.mutation<Guarded<Contact>, { base: Contact; changes: WrittenContact }>({
      queryFn: guarded.save,
      invalidatesTags: ['contacts'],
    }),
    removeContact: build.mutation<Guarded<Contact>, Contact>({
      queryFn: guarded.remove,
      invalidatesTags: ['contacts'],
    }),
  }),
});
export const {
  useListContactsQuery,
  useAddContactMutation,
  useSaveContactMutation,
  useRemoveContactMutation,
} = api;
