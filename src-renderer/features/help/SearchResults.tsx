import { BookOpen, MessageCircleQuestion } from 'lucide-react';
import { useMemo, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { writeAddress } from './address.ts';
import { ARTICLES } from '../../articles/library.ts';
import { findableOf, search, wordsOf, type Finding } from '../../articles/search.ts';
import { Marked } from '../../articles/Marked.tsx';
import { FINDABLE_QUESTIONS, QUESTIONS } from '../../articles/questions.ts';
import { RESULT } from '../../articles/useSearchField.ts';

const FINDABLE = [...ARTICLES.map(findableOf), ...FINDABLE_QUESTIONS];

export function SearchResults({ query }: { query: string }) {
  const { t } = useTranslation('help');
  const findings = useMemo(() => search(FINDABLE, query), [query]);
  const words = wordsOf(query);
  return (
    <section aria-labelledby="results-title" className="grid gap-3">
      <div role="status">
        <h2 id="results-title" className="text-xs text-t2">
          {findings.length === 0
            ? t('search.none', { query })
            : t('search.results', { count: findings.length, query })}
        </h2>
      </div>
      {findings.length === 0 ? (
        <Card>
          <EmptyState
            title={t('search.none', { query })}
            message={t('search.noneMessage')}
            action={
              <Button asChild size="sm">
                <Link to={writeAddress({ tab: 'feedback' })}>{t('search.ask')}</Link>
              </Button>
            }
          />
        </Card>
      ) : (
        <ul aria-label={t('search.list')} onKeyDown={moveAmongResults} className="grid gap-2">
          {findings.map((finding) => (
            <li key={`${finding.item.kind}-${finding.item.id}`}>
              <Result finding={finding} words={words} query={query} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ResultProps {
  finding: Finding;
  words: readonly string[];
  query: string;
}

function Result({ finding: { item, excerpt }, words, query }: ResultProps) {
  const { t } = useTranslation('help');
  const Icon = item.kind === 'article' ? BookOpen : MessageCircleQuestion;
  const articleId =
    item.kind === 'article' ? item.id : (QUESTIONS.find(({ id }) => id === item.id)?.articleId ?? null);
  return (
    <Link
      {...{ [RESULT]: '' }}
      to={writeAddress({ articleId, query })}
      className="flex gap-3 rounded-xl border border-line bg-panel p-4 shadow-panel hover:border-edge"
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-t3" />
      <span className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-medium text-t1">
            <Marked text={item.title} words={words} />
          </span>
          <span className="text-2xs text-t3">{t(`search.kinds.${item.kind}`)}</span>
        </span>
        <span className="text-t2">
          <Marked text={item.kind === 'article' ? excerpt : item.text} words={words} />
        </span>
      </span>
    </Link>
  );
}

/** Up and down; from the first one up is the field again. */
function moveAmongResults(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${RESULT}]`)];
  const at = links.indexOf(document.activeElement as HTMLElement) + step;
  (links[at] ?? (at < 0 ? document.getElementById('help-search') : null))?.focus();
}
