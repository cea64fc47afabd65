import './texts.en.ts';
import './consent/texts.en.ts';
import { use, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import { splitLanguage } from '../../src-shared/domain/languages.ts';
import { ChatWidget } from './chat/ChatWidget.tsx';
import { ConsentBanner } from './consent/ConsentBanner.tsx';
import { ConsentDialog } from './consent/ConsentDialog.tsx';
import { ConsentDialogContext } from './consent/useConsent.ts';
import { SECTION_IDS } from './links.ts';
import { PageMetaContext } from './pageMeta.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

interface SitePageProps {
  /** Of the tab and for search engines. */
  title: string;
  description: string;
  children: ReactNode;
}

/** A public page: the way past the header, header, content, footer. */
export function SitePage({ title, description, children }: SitePageProps) {
  const { t } = useTranslation('site');
  use(PageMetaContext)?.(title, description);
  usePageMeta(title, description);
  useScrollToAnchor();
  const dialog = useRef<HTMLDialogElement>(null);
  const openDialog = useCallback(() => dialog.current?.showModal(), []);
  return (
    <ConsentDialogContext value={openDialog}>
      <div className="min-h-dvh text-base">
        <a
          href={`#${SECTION_IDS.main}`}
          className="sr-only z-30 rounded-lg bg-accent px-4 py-2.5 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          {t('skip')}
        </a>
        <SiteHeader />
        <main id={SECTION_IDS.main} tabIndex={-1} className="outline-none">
          {children}
        </main>
        <SiteFooter />
        {/* One above the other: neither hides the other's buttons. */}
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex max-h-dvh flex-col items-end pt-2 *:pointer-events-auto print:hidden">
          <ChatWidget />
          <ConsentBanner />
        </div>
        <ConsentDialog dialog={dialog} />
      </div>
    </ConsentDialogContext>
  );
}

/** Names the page for search engines and the tab; puts back what was there when it is left. */
function usePageMeta(title: string, description: string): void {
  useEffect(() => {
    const meta = document.querySelector('meta[name="description"]');
    const before = { title: document.title, description: meta?.getAttribute('content') ?? '' };
    document.title = title;
    meta?.setAttribute('content', description);
    return () => {
      document.title = before.title;
      meta?.setAttribute('content', before.description);
    };
  }, [title, description]);
}

/** The browser looked for the address's anchor before this chunk had come: so look again. A new page begins at its top. */
function useScrollToAnchor(): void {
  const { pathname, hash } = useLocation();
  // The same page in another language stays where it was.
  const { path } = splitLanguage(pathname);
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target) target.scrollIntoView();
    else if (hash === '') scrollTo(0, 0);
  }, [path, hash]);
}
