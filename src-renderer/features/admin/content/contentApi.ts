import { z } from 'zod';
import {
  CONTENT_STATUSES,
  CONTENT_TITLE_MAX,
  META_DESCRIPTION_MAX,
  PAGE_KEY,
} from '../../../../src-shared/domain/content.ts';
import { backendApi, queryBackend } from '../../../platform/index.ts';
import { guardedTable, type Guarded } from './guardedTable.ts';

export const HISTORY_PAGE = 20;

const listedSchema = z.object({
  id: z.string(),
  page_key: z.string(),
  title: z.string(),
  status: z.enum(CONTENT_STATUSES),
  updated_at: z.string(),
});
export type ListedPage = z.infer<typeof listedSchema>;

/** Content as it is written; whatever else is beside the description stays as it is. */
const writtenSchema = z.object({
  title: z.string(),
  content: z.json(),
  meta_data: z.record(z.string(), z.json()),
});
export const contentPageSchema = listedSchema.extend(writtenSchema.shape);
export type ContentPage = z.infer<typeof contentPageSchema>;
export type PageChanges = Partial<z.infer<typeof writtenSchema> & Pick<ContentPage, 'status'>>;
const PAGE_COLUMNS = 'id, page_key, title, status, updated_at, content, meta_data';

export const newPageSchema = z.object({
  page_key: z.string().trim().regex(PAGE_KEY),
  title: z.string().trim().min(1).max(CONTENT_TITLE_MAX),
});
export type NewPage = z.infer<typeof newPageSchema>;

const versionRowSchema = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(CONTENT_STATUSES),
  /** null: the server, or an account that is gone. */
  editor: z.string().nullable(),
  created_at: z.string(),
});
export type VersionRow = z.infer<typeof versionRowSchema>;
const versionSchema = writtenSchema.extend({ id: z.number() });
export type PageVersion = z.infer<typeof versionSchema>;

export const descriptionOf = ({ meta_data: { description } }: Pick<ContentPage, 'meta_data'>): string =>
  typeof description === 'string' ? description.slice(0, META_DESCRIPTION_MAX) : '';

const guarded = guardedTable('admin_content_pages', contentPageSchema, PAGE_COLUMNS);

const api = backendApi.enhanceEndpoints({ addTagTypes: ['contentPages', 'contentHistory'] }).injectEndpoints({
  endpoints: (build) => ({
    listContentPages: build.query<ListedPage[], void>({
      queryFn: (_, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_content_pages')
            .select('id, page_key, title, status, updated_at')
            .order('page_key');
          return { data: error ? null : z.array(listedSchema).parse(data), error };
        }),
      providesTags: ['contentPages'],
    }),
    readContentPage: build.query<ContentPage | null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_content_pages')
            .select(PAGE_COLUMNS)
            .eq('id', id)
            .maybeSingle();
          return { data: error ? null : contentPageSchema.nullable().parse(data), error };
        }),
    }),
    addContentPage: build.mutation<ContentPage, NewPage>({
      queryFn: (page, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('admin_content_pages')
            .insert(page)
            .select(PAGE_COLUMNS)
            .single();
          if (error?.code === '23505') {
            return {
              data: null,
              error: { message: `A page with the key “${page.page_key}” is there already.` },
            };
          }
          return { data: error ? null : contentPageSchema.parse(data), error };
        }),
      invalidatesTags: ['contentPages'],
    }),
    saveContentPage: build.mutation<Guarded<ContentPage>, { base: ContentPage; changes: PageChanges }>({
      queryFn: guarded.save,
      async onQueryStarted({ base }, { dispatch, queryFulfilled }) {
        const answered = await queryFulfilled.catch(() => null);
        // Of one that is gone, what was typed stays in sight.
        if (answered === null || answered.data.outcome === 'gone') return;
        const { row } = answered.data;
        dispatch(api.util.updateQueryData('readContentPage', base.id, () => row));
      },
      invalidatesTags: ['contentPages', 'contentHistory'],
    }),
    listPageVersions: build.query<VersionRow[], { page: string; beforeId: number | null }>({
      queryFn: ({ page, beforeId }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('list_content_page_versions', {
            page,
            page_size: HISTORY_PAGE,
            ...(beforeId === null ? {} : { before_id: beforeId }),
          });
          return { data: error ? null : z.array(versionRowSchema).parse(data), error };
        }),
      providesTags: ['contentHistory'],
    }),
    readPageVersion: build.query<PageVersion, number>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('content_page_versions')
            .select('id, title, content, meta_data')
            .eq('id', id)
            .single();
          return { data: error ? null : versionSchema.parse(data), error };
        }),
    }),
  }),
});
export const {
  useListContentPagesQuery,
  useReadContentPageQuery,
  useAddContentPageMutation,
  useSaveContentPageMutation,
  useListPageVersionsQuery,
  useReadPageVersionQuery,
} = api;
