import { useMemo, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ARTICLE_KEY_PREFIX, ROUTES } from '../../../src-shared/domain/routes.ts';
import { ARTICLES } from '../../articles/library.ts';
import { Marked } from '../../articles/Marked.tsx';
import { FINDABLE_QUESTIONS, QUESTIONS } from '../../articles/questions.ts';
import { findableOf, search, wordsOf, type Findable } from '../../articles/search.ts';
import type { PublishedArticle } from '../../features/content/index.ts';
import { ActionLink } from '../ActionLink.tsx';
import { useLanguage } from '../useLanguage.ts';
import { useAddress } from '../useAddress.ts';
import { articlePath } from './addresses.ts';
import { findableOfPublished } from './published.ts';
import { RESULT } from '../../articles/useSearchField.ts';

const FINDABLE = [...ARTICLES.map(findableOf), ...FINDABLE_QUESTIONS];

interface ResultsProps {
  query: string;
  /** What admins wrote besides; null until it was read. */
  published: readonly PublishedArticle[] | null;
}

/** What was found in articles and questions, the best first. */
export function Results({ query, published }: ResultsProps) {
  const { t } = useTranslation('docs');
  const all = useMemo(() => [...FINDABLE, ...(published ?? []).map(findableOfPublished)], [published]);
  const findings = useMemo(() => search(all, query), [all, query]);
  const words = wordsOf(query);
  const addressOf = useAddress();
  const language = useLanguage();
  return (
    <section aria-labelledby="results-title" className="max-w-[48rem]">
      <h2 id="results-title" role="status" className="text-sm text-t2">
        {findings.length === 0
          ? t('search.none', { query })
          : t('search.results', { count: findings.length, query })}
      </h2>
      {findings.length === 0 ? (
        <p className="mt-4 leading-relaxed text-t2">
          {t('search.noneMessage')}{' '}
          <ActionLink target={ROUTES.contact} className="!text-base text-accent underline underline-offset-4">
            {t('search.ask')}
          </ActionLink>
        </p>
      ) : (
        <ul aria-label={t('search.list')} onKeyDown={moveAmongResults} className="mt-4 grid gap-3">
          {findings.map(({ item, excerpt }) => (
            <li key={`${item.kind}-${item.id}`}>
              <Link
                {...{ [RESULT]: '' }}
                to={addressOf(articlePath(articleOf(item), query))}
                lang={item.id.startsWith(ARTICLE_KEY_PREFIX) ? undefined : 'en'}
                className="grid grid-cols-[minmax(0,1fr)] gap-1.5 wrap-anywhere rounded-xl border border-line2 bg-panel p-5 transition-colors hover:border-edge"
              >
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">
                    <Marked text={item.title} words={words} />
                  </span>
                  <span lang={language} className="text-xs text-t3">
                    {t(`search.kinds.${item.kind}`)}
                  </span>
                </span>
                <span className="text-title leading-relaxed text-t2">
                  <Marked text={item.kind === 'article' ? excerpt : item.text} words={words} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The article that answers: a question names one. */
function articleOf({ kind, id }: Findable): string {
  return kind === 'article' ? id : (QUESTIONS.find((question) => question.id === id)?.articleId ?? '');
}

/** Up and down; from the first one up is the field again. */
function moveAmongResults(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${RESULT}]`)];
  const at = links.indexOf(document.activeElement as HTMLElement) + step;
  (links[at] ?? (at < 0 ? document.getElementById('docs-search') : null))?.focus();
}
