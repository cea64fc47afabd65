import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card } from '../../ui/Card.tsx';
import { writeAddress } from './address.ts';
import { findArticle } from '../../articles/library.ts';
import { QUESTIONS, type Question } from '../../articles/questions.ts';

/** A card for each question. */
export function FaqCards() {
  return (
    <div className="grid gap-3.5 md:grid-cols-2">
      {QUESTIONS.map((question) => (
        <QuestionCard key={question.id} {...question} />
      ))}
    </div>
  );
}

function QuestionCard({ id, question, answer, articleId }: Question) {
  const { t } = useTranslation('help');
  const article = findArticle(articleId);
  return (
    <Card aria-labelledby={`question-${id}`} className="flex flex-col gap-2">
      <h2 id={`question-${id}`} className="text-sm font-semibold text-t1">
        {question}
      </h2>
      <p className="grow leading-relaxed text-t2">{answer}</p>
      {article && (
        <p>
          <Link
            to={writeAddress({ articleId })}
            className="rounded text-xs font-medium text-accent underline-offset-3 hover:underline"
          >
            {t('faq.readMore', { title: article.title })}
          </Link>
        </p>
      )}
    </Card>
  );
}
