import './texts.ts';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Tabs, type Tab } from '../../../ui/Tabs.tsx';
import { selectIsSuperAdmin } from '../../auth/index.ts';
import { AdminOnly } from '../AdminOnly.tsx';
import { AdminUsers } from './AdminUsers.tsx';
import { ContentPages } from './ContentPages.tsx';
import { Contacts } from './Contacts.tsx';
import { Tutorials } from './Tutorials.tsx';
import { useBanner } from '../useBanner.ts';
import { usePageDrafts } from './usePageDrafts.ts';

/** What the public pages say, for admins. */
export default function ContentScreen() {
  const { t } = useTranslation('adminContent');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Content />
    </AdminOnly>
  );
}

function Content() {
  const { t } = useTranslation('adminContent');
  const { banner, ...notify } = useBanner();
  const drafts = usePageDrafts();
  const isSuperAdmin = useSelector(selectIsSuperAdmin);
  const [params, setParams] = useSearchParams();
  const tabs: Tab[] = [
    { value: 'pages', label: t('tabs.pages'), content: <ContentPages drafts={drafts} notify={notify} /> },
    { value: 'tutorials', label: t('tabs.tutorials'), content: <Tutorials notify={notify} /> },
    { value: 'contacts', label: t('tabs.contacts'), content: <Contacts notify={notify} /> },
    ...(isSuperAdmin
      ? [{ value: 'admins', label: t('tabs.admins'), content: <AdminUsers notify={notify} /> }]
      : []),
  ];
  const chosen = params.get('tab');
  const tab = tabs.find(({ value }) => value === chosen)?.value ?? 'pages';
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {/* In sight wherever one has scrolled to. */}
      {banner !== null && (
        <div className="sticky top-2 z-20 rounded-lg bg-panel shadow-pop wrap-anywhere">
          <MessageBox tone={banner.tone}>{banner.text}</MessageBox>
        </div>
      )}
      <Tabs label={t('tabsLabel')} tabs={tabs} value={tab} onChange={(next) => setParams({ tab: next })} />
    </Page>
  );
}
