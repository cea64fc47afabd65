import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { z } from 'zod';
import { selectSession } from '../../auth/index.ts';
import { writeJson } from './checkJson.ts';
import { contentPageSchema, descriptionOf, type ContentPage } from './contentApi.ts';

const draftSchema = z.object({
  /** The page as it was when one began. */
  base: contentPageSchema,
  title: z.string(),
  /** The content as it was typed, valid or not. */
  text: z.string(),
  description: z.string(),
});
export type PageDraft = z.infer<typeof draftSchema>;
const draftsSchema = z.record(z.string(), draftSchema);
type DraftsById = z.infer<typeof draftsSchema>;

export interface PageDrafts {
  byId: Readonly<DraftsById>;
  /** null: what was typed is given up. */
  set: (id: string, draft: PageDraft | null) => void;
  /** The page was written, with this draft or without any; what else was typed continues from there. */
  settle: (id: string, saved: PageDraft | null, page: ContentPage) => void;
}

/** What was typed and is not saved: it stays while one looks at something else, and when the page is loaded again. */
export function usePageDrafts(): PageDrafts {
  const session = useSelector(selectSession);
  const who = session.status === 'ready' && session.data.kind === 'signedIn' ? session.data.userId : '';
  const key = `sounddesk.contentDrafts.${who}`;
  const [byId, setById] = useState(() => readDrafts(key));
  useEffect(() => keepDrafts(key, byId), [key, byId]);
  const change = (id: string, next: (former: PageDraft | undefined) => PageDraft | null) =>
    setById(({ [id]: former, ...others }) => {
      const draft = next(former);
      return draft === null ? others : { ...others, [id]: draft };
    });
  return {
    byId,
    set: (id, draft) => change(id, () => draft),
    settle: (id, saved, page) =>
      change(id, (former) => (former === undefined || former === saved ? null : { ...former, base: page })),
  };
}

export const draftOf = (page: ContentPage): PageDraft => ({
  base: page,
  title: page.title,
  text: writeJson(page.content),
  description: descriptionOf(page),
});

function readDrafts(key: string): DraftsById {
  try {
    return draftsSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Not readable, or of an older version.
    return {};
  }
}

function keepDrafts(key: string, drafts: DraftsById): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(drafts));
  } catch {
    // Full or forbidden: it stays for as long as the screen is open.
  }
}
