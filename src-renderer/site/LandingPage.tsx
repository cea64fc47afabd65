import './texts.en.ts';
import './site.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Download } from './Download.tsx';
import { Features } from './Features.tsx';
import { Hero } from './hero/Hero.tsx';
import { SECTION_IDS } from './links.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

/** The public front page (document 3, section 2.2), and where unknown paths end. */
export default function LandingPage() {
  const { t } = useTranslation('site');
  usePageMeta(t('meta.title'), t('meta.description'));
  useScrollToAnchor();
  return (
    <div className="min-h-dvh text-base">
      <a
        href={`#${SECTION_IDS.main}`}
        className="sr-only z-30 rounded-lg bg-accent px-4 py-2.5 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skip')}
      </a>
      <SiteHeader />
      <main id={SECTION_IDS.main} tabIndex={-1} className="outline-none">
        <Hero />
        <Features />
        <Download />
      </main>
      <SiteFooter />
    </div>
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

/** The browser looked for the address's anchor before this chunk had come: so look again. */
function useScrollToAnchor(): void {
  useEffect(() => {
    const id = Object.values(SECTION_IDS).find((known) => `#${known}` === location.hash);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
}
