import './texts.en.ts';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useOutletContext } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Marked } from '../../articles/Marked.tsx';
import { selectSession } from '../../features/auth/index.ts';
import { PageSections, useReadPublishedArticlesQuery } from '../../features/content/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { useAddress } from '../useAddress.ts';
import type { PublishedPlace } from './published.ts';

/** The text of an article that admins published; the page around it gets the list of all of them. */
export default function PublishedArticle() {
  const { t } = useTranslation('docs');
  const { id, words, onPublished } = useOutletContext<PublishedPlace>();
  const addressOf = useAddress();
  const hasServer = dataOf(useSelector(selectSession))?.kind !== 'local';
  const { data, error } = useReadPublishedArticlesQuery(undefined, {
    skip: !hasServer,
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    if (data) onPublished(data);
  }, [data, onPublished]);
  if (!hasServer) return <Navigate to={addressOf(ROUTES.documentation)} replace />;
  if (error) return <ErrorState title={t('article.failed')} message={(error as RpcFailure).message} />;
  const article = data?.find((one) => one.id === id);
  if (!article) return null;
  return (
    <div dir="auto" className="wrap-anywhere">
      <h1 className="mt-6 text-3xl font-semibold tracking-tight sm:text-4xl print:mt-0">
        <Marked text={article.title} words={words} />
      </h1>
      {article.summary !== '' && (
        <p className="mt-4 text-lg leading-relaxed text-t2">
          <Marked text={article.summary} words={words} />
        </p>
      )}
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-6">
        <PageSections sections={article.sections} heading="h2" />
      </div>
    </div>
  );
}
