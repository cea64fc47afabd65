import { useEffect } from 'react';
import { useOutletContext } from 'react-router-dom';
import { useReadPublishedArticlesQuery } from '../../features/content/index.ts';
import type { OnPublished } from './published.ts';

/** Reads what admins published for the documentation, and gives it to the page around it, which is whole without. */
export default function PublishedArticles() {
  const onPublished = useOutletContext<OnPublished>();
  const { data } = useReadPublishedArticlesQuery(undefined, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    if (data) onPublished(data);
  }, [data, onPublished]);
  return null;
}
