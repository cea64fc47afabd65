import { useMemo } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ARTICLES } from '../../articles/library.ts';
import { useLanguage } from '../useLanguage.ts';
import { ANSWER_TEXTS, answerOf } from './answers.ts';
import { conversation } from './conversation.ts';
import { knowledgeOf } from './knowledge.ts';
import { matchQuestion } from './topics.ts';

/** Gives the function that asks the assistant; it answers whether the question was taken. */
export function useAssistant(): (question: string) => boolean {
  const { i18n } = useTranslation();
  const language = useLanguage();
  const t = useMemo(() => i18n.getFixedT(language, ANSWER_TEXTS), [i18n, language]);
  const knowledge = useMemo(() => knowledgeOf(t, ARTICLES), [t]);
  return (question) =>
    conversation.ask(question, (text) =>
      answerOf(matchQuestion(text, knowledge), { t, language, articles: ARTICLES }),
    );
}
