import '../contact/texts.en.ts';
import './texts.en.ts';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useCountTutorialViewMutation, useReadTutorialsQuery } from '../../features/content/index.ts';
import { ContactList } from '../contact/ContactList.tsx';
import { PopularArticles } from './PopularArticles.tsx';
import PublishedArticles from './PublishedArticles.tsx';

/** What of the help center comes from the server: articles for its search, which were opened most, tutorials, and ways to support, e.g. a phone. */
export default function HelpFromServer() {
  return (
    <>
      <PublishedArticles />
      <PopularArticles />
      <Tutorials />
      <ContactList />
    </>
  );
}

/** What admins published, the featured first, with how often each was opened; nothing at all while there is none. */
function Tutorials() {
  const { t } = useTranslation('docs');
  const { data } = useReadTutorialsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [countView] = useCountTutorialViewMutation();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="help-tutorials" className="mt-16">
      <h2 id="help-tutorials" className="text-2xl font-semibold tracking-tight">
        {t('help.tutorials.title')}
      </h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {data.map(
          ({ id, title, description, content_type, difficulty, duration, view_count, is_featured, url }) => (
            <li key={id} className="min-w-0">
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                onClick={() => void countView(id)}
                className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-xl border border-line2 bg-panel p-5 wrap-anywhere transition-colors hover:border-edge"
              >
                <span className="flex flex-wrap items-baseline gap-x-2 text-xs text-t3">
                  {is_featured && (
                    <span className="font-medium text-accent">{t('help.tutorials.featured')}</span>
                  )}
                  <span>
                    {[
                      t(`help.tutorials.types.${content_type}`),
                      t(`help.tutorials.levels.${difficulty}`),
                      ...(duration === null || duration === '' ? [] : [duration]),
                    ].join(' · ')}
                  </span>
                </span>
                <span dir="auto" className="font-medium">
                  {title}
                  <ExternalLink aria-hidden="true" className="ml-1.5 inline size-3.5 text-t3" />
                  <span className="sr-only"> ({t('help.tutorials.newTab')})</span>
                </span>
                {description !== '' && (
                  <span dir="auto" className="text-title leading-relaxed text-t2">
                    {description}
                  </span>
                )}
                <span className="text-xs text-t3">{t('help.tutorials.views', { count: view_count })}</span>
              </a>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
