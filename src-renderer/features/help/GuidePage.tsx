import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card } from '../../ui/Card.tsx';
import { writeAddress } from './address.ts';
import { ARTICLES, findArticle } from '../../articles/library.ts';
import { CONTENTS } from '../../articles/contents.ts';

/** The contents of the User Guide. */
export function GuidePage() {
  const { t } = useTranslation('help');
  return (
    <div className="grid gap-4">
      <BackLink to={writeAddress({ tab: 'resources' })} label={t('guide.back')} />
      <div className="flex items-baseline gap-3">
        <h2 className="text-lg font-semibold">{t('guide.title')}</h2>
        <p className="text-xs text-t3">{t('guide.count', { count: ARTICLES.length })}</p>
      </div>
      <div className="grid gap-3.5 md:grid-cols-2">
        {CONTENTS.map(({ part, ids }) => (
          <Card key={part} aria-labelledby={`part-${part}`}>
            <h3 id={`part-${part}`} className="mb-3 text-body font-semibold text-t1">
              {t(`guide.parts.${part}`)}
            </h3>
            <ul className="-mx-2 grid gap-1">
              {ids.map((id) => {
                const article = findArticle(id);
                return (
                  article && (
                    <li key={id}>
                      <Link
                        to={writeAddress({ articleId: id })}
                        className="grid gap-0.5 rounded-lg px-2 py-1.5 hover:bg-raise"
                      >
                        <span className="font-medium text-accent">{article.title}</span>
                        <span className="text-xs text-t2">{article.summary}</span>
                      </Link>
                    </li>
                  )
                );
              })}
            </ul>
          </Card>
        ))}
      </div>
    </div>
  );
}

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="inline-flex items-center gap-1.5 justify-self-start rounded text-t2 hover:text-t1 print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label}
    </Link>
  );
}
