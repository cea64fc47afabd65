import './texts.ts';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Page } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { HELP_TABS, useHelpAddress, type HelpTab } from './address.ts';
import { SetUpButton } from '../setUp/index.ts';
import { TourButton } from '../tour/index.ts';
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
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <TourButton />
          <SetUpButton />
          <SearchBox />
        </div>
      }
      width="reading"
      align="end"
      className="print:p-0"
      headerClassName="print:hidden"
    >
      <Content />
    </Page>
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
