import { useTranslation } from '../../lib/useTranslation.ts';
import { DATA_REQUEST_DAYS } from '../../../src-shared/domain/dataRequest.ts';
import { formatDate } from '../../lib/dates.ts';
import { useReadCasesQuery } from './ownDataApi.ts';

const DAY_MS = 86_400_000;

/** The requests of who is signed in, with what became of each; nothing where there is none. */
export function CaseList({ userId }: { userId: string }) {
  const { t } = useTranslation('gdpr');
  const { data: cases = [] } = useReadCasesQuery(userId);
  if (cases.length === 0) return null;
  return (
    <section aria-labelledby="cases-title">
      <h2 id="cases-title" className="text-xl font-semibold tracking-tight">
        {t('cases.title')}
      </h2>
      <ul className="mt-4 grid gap-3">
        {cases.map(({ id, status, message, createdAt }) => (
          <li key={id} className="rounded-xl border border-line2 bg-panel p-5">
            <p className="flex flex-wrap items-baseline justify-between gap-3">
              <span className="font-medium">{formatDate(Date.parse(createdAt))}</span>
              <span className="text-sm text-t2">
                {t(`cases.states.${status}`)}
                {status !== 'done' &&
                  `. ${t('cases.by', { day: formatDate(Date.parse(createdAt) + DATA_REQUEST_DAYS * DAY_MS) })}`}
              </span>
            </p>
            <p className="mt-2 text-title leading-relaxed break-words whitespace-pre-line text-t2">
              {message}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
