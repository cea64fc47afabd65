import './texts.ts';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { HELP_TABS, useHelpAddress, type HelpTab } from './address.ts';
import { ArticlePage } from './ArticlePage.tsx';
import { findArticle } from '../../articles/library.ts';
import { wordsOf } from '../../articles/search.ts';
import { FaqCards } from './FaqCards.tsx';
import { FeedbackTab } from './feedback/FeedbackTab.tsx';
import { GuidePage } from './GuidePage.tsx';
import { ResourceCards } from './ResourceCards.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SearchResults } from './SearchResults.tsx';

/** Questions and answers, articles, and feedback. */
export default function HelpScreen() {
  const { t } = useTranslation('help');
  const { address } = useHelpAddress();
  const article = findArticle(address.articleId);
  useDocumentTitle(article?.title ?? t('title'));
  return (
    <div className="mx-auto grid max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 md:px-8 md:py-6 print:p-0">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 print:hidden">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
          <p className="mt-1 text-t2">{t('subtitle')}</p>
        </div>
        <SearchBox />
      </header>
      <Content />
    </div>
  );
}

function Content() {
  const { address } = useHelpAddress();
  if (address.articleId !== null)
    return <ArticlePage key={address.articleId} articleId={address.articleId} query={address.query} />;
  if (wordsOf(address.query).length > 0) return <SearchResults query={address.query} />;
  return address.isGuide ? <GuidePage /> : <HelpTabs />;
}

function HelpTabs() {
  const { t } = useTranslation('help');
  const { address, go } = useHelpAddress();
  const contents = { faq: <FaqCards />, feedback: <FeedbackTab />, resources: <ResourceCards /> };
  return (
    <Tabs
      label={t('tabs.label')}
      value={address.tab}
      onChange={(tab) => go({ tab: tab as HelpTab }, true)}
      tabs={HELP_TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`), content: contents[tab] }))}
    />
  );
}
