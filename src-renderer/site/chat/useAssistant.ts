import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ARTICLES } from '../../articles/library.ts';
import { FINDABLE_QUESTIONS } from '../../articles/questions.ts';
import { findableOf } from '../../articles/search.ts';
import { ANSWER_TEXTS, answerOf } from './answers.ts';
import { conversation } from './conversation.ts';
import { matchQuestion, TOPICS, type Knowledge, type Topic } from './topics.ts';

/** Gives the function that asks the assistant; it answers whether the question was taken. */
export function useAssistant(): (question: string) => boolean {
  const { i18n } = useTranslation();
  // The assistant and the articles speak English: no answer is half in the language of the page.
  const t = useMemo(() => i18n.getFixedT('en', ANSWER_TEXTS), [i18n]);
  const knowledge = useMemo<Knowledge>(
    () => ({
      topicWords: Object.fromEntries(TOPICS.map((topic) => [topic, t(`chat:words.${topic}`)])) as Record<
        Topic,
        string
      >,
      emptyWords: t('chat:emptyWords'),
      shelf: [...FINDABLE_QUESTIONS, ...ARTICLES.map(findableOf)],
    }),
    [t],
  );
  return (question) =>
    conversation.ask(question, (text) => answerOf(matchQuestion(text, knowledge), { t, articles: ARTICLES }));
}
