import { useTranslation } from '../../../lib/useTranslation.ts';
import { checkJson, type CheckedJson } from './checkJson.ts';
import {
  useSaveContentPageMutation,
  type ContentPage,
  type PageChanges,
  type PageVersion,
} from './contentApi.ts';
import type { Notify } from '../useBanner.ts';
import { draftOf, type PageDraft, type PageDrafts } from './usePageDrafts.ts';

export interface PageEditing {
  page: ContentPage;
  values: PageDraft;
  checked: CheckedJson;
  isDirty: boolean;
  /** Somebody else has saved since one began. */
  isOutdated: boolean;
  isBusy: boolean;
  canSave: boolean;
  change: (changes: Partial<Omit<PageDraft, 'base'>>) => void;
  discard: () => void;
  /** Continues with what was typed, on top of what is saved now. */
  keepMine: () => void;
  save: () => Promise<void>;
  publish: () => Promise<void>;
  unpublish: () => Promise<void>;
  restore: (version: PageVersion) => Promise<boolean>;
}

/** One page with what was typed over it, and what can be done. */
export function usePageEditor(page: ContentPage, drafts: PageDrafts, notify: Notify): PageEditing {
  const { t } = useTranslation('adminContent');
  const [send, { isLoading: isBusy }] = useSaveContentPageMutation();
  const draft = drafts.byId[page.id];
  const values = draft ?? draftOf(page);
  const checked = checkJson(values.text);
  const isOutdated = draft !== undefined && draft.base.updated_at !== page.updated_at;
  const canSave = 'value' in checked && values.title.trim() !== '' && !isOutdated;

  /** Answers whether it was written; where not, everything stays as it was typed. */
  const write = async (base: ContentPage, changes: PageChanges): Promise<ContentPage | null> => {
    const { data, error } = await send({ base, changes });
    if (error !== undefined) notify.fail(error);
    else if (data.outcome === 'changed') notify.fail(t('conflict.refused'));
    else if (data.outcome === 'gone') notify.fail(t('pages.lost'));
    if (data?.outcome !== 'written') return null;
    notify.succeed(t('pages.saved'));
    return data.row;
  };
  const writeTyped = async (status: PageChanges) => {
    if (!canSave) return;
    const now = await write(values.base, draft === undefined ? status : { ...typed(), ...status });
    if (now !== null && draft !== undefined) drafts.settle(page.id, draft, now);
  };
  const typed = (): PageChanges =>
    'value' in checked
      ? {
          title: values.title.trim(),
          content: checked.value,
          meta_data: { ...values.base.meta_data, description: values.description.trim() },
        }
      : {};
  return {
    page,
    values,
    checked,
    isDirty: draft !== undefined,
    isOutdated,
    isBusy,
    canSave,
    change(changes) {
      const next = { ...values, ...changes };
      drafts.set(page.id, isSame(next, draftOf(next.base)) ? null : next);
    },
    discard: () => drafts.set(page.id, null),
    keepMine: () => drafts.set(page.id, { ...values, base: page }),
    save: () => writeTyped({}),
    // What is seen is published.
    publish: () => writeTyped({ status: 'published' }),
    // Takes back what is there, whatever is typed.
    async unpublish() {
      const now = await write(page, { status: 'draft' });
      if (now !== null && !isOutdated) drafts.settle(page.id, null, now);
    },
    restore: async ({ title, content, meta_data }) =>
      (await write(page, { title, content, meta_data })) !== null,
  };
}

const isSame = (one: PageDraft, other: PageDraft) =>
  one.title === other.title && one.text === other.text && one.description === other.description;
