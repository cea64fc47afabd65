import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { selectSession } from '../../features/auth/index.ts';
import { useCountedArticle } from '../../features/content/index.ts';
import { dataOf } from '../../lib/loadable.ts';

/** Counts that the article of this page was read; shows nothing. */
export default function CountedArticle() {
  const { articleId = null } = useParams();
  const hasServer = dataOf(useSelector(selectSession))?.kind !== 'local';
  useCountedArticle(hasServer ? articleId : null);
  return null;
}
