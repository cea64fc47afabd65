import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

export const HELP_TABS = ['faq', 'feedback', 'resources'] as const;
export type HelpTab = (typeof HELP_TABS)[number];

/** What of the help is shown, as the address says it: each is a place to come back to. */
export interface HelpAddress {
  tab: HelpTab;
  /** The User Guide's contents. */
  isGuide: boolean;
  articleId: string | null;
  /** What is looked for, or was when the article was opened. */
  query: string;
}

export function readAddress(params: URLSearchParams): HelpAddress {
  const tab = HELP_TABS.find((name) => name === params.get('tab')) ?? 'faq';
  return {
    tab,
    isGuide: params.has('guide'),
    articleId: params.get('article'),
    query: params.get('search') ?? '',
  };
}

export function writeAddress({ tab, isGuide, articleId, query }: Partial<HelpAddress>): string {
  const params = new URLSearchParams();
  if (tab && tab !== 'faq') params.set('tab', tab);
  if (isGuide) params.set('guide', '');
  if (articleId) params.set('article', articleId);
  if (query) params.set('search', query);
  const text = params.toString().replace(/=(?=&|$)/g, '');
  return text === '' ? '?' : `?${text}`;
}

export function useHelpAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const address = useMemo(() => readAddress(params), [params]);
  /** `replace` where no place of its own is left behind, e.g. while a word is typed. */
  const go = useCallback(
    (next: Partial<HelpAddress>, replace = false) =>
      void navigate({ pathname, search: writeAddress(next) }, { replace }),
    [navigate, pathname],
  );
  return { address, go };
}
