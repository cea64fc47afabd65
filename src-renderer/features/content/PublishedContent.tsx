import { useSelector } from 'react-redux';
import { readPageContent } from '../../../src-shared/domain/content.ts';
import { selectSession } from '../auth/index.ts';
import { PageSections } from './PageSections.tsx';
import { useReadPublishedPageQuery } from './publishedApi.ts';

/** What admins published for a public page, below what the page says itself; nothing at all while there is nothing. */
export default function PublishedContent({ pageKey }: { pageKey: string }) {
  const session = useSelector(selectSession);
  const hasServer = session.status === 'ready' && session.data.kind !== 'local';
  const { data } = useReadPublishedPageQuery(pageKey, { skip: !hasServer, refetchOnMountOrArgChange: true });
  if (!data) return null;
  const { sections } = readPageContent(data.content);
  if (sections.length === 0) return null;
  return (
    <section aria-labelledby="published-content" className="mt-8 grid gap-5 border-t border-line pt-6">
      <h2 id="published-content" dir="auto" className="text-lg font-semibold tracking-tight wrap-anywhere">
        {data.title}
      </h2>
      <PageSections sections={sections} heading="h3" />
    </section>
  );
}
