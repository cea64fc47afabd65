import type { Article } from '../../articles/article.ts';
import { FACTS } from '../../articles/facts.ts';
import { QUESTIONS } from '../../articles/questions.ts';
import { findableOf, type Findable } from '../../articles/search.ts';
import type { Texts } from './answers.ts';
import { createKnowledge, TOPICS, type Knowledge, type Topic } from './topics.ts';

/** What questions in the language of the texts are matched against. The articles are in English whatever it is. */
export function knowledgeOf(t: Texts, articles: readonly Article[]): Knowledge {
  const questions = QUESTIONS.map(({ id }): Findable => {
    const [title, text] = [t(`chat:questions.${id}.question`), t(`chat:questions.${id}.answer`, FACTS)];
    return { id, kind: 'question', title, headings: [], text };
  });
  const topicWords = Object.fromEntries(TOPICS.map((topic) => [topic, t(`chat:words.${topic}`)]));
  return createKnowledge(topicWords as Record<Topic, string>, t('chat:emptyWords'), [
    ...questions,
    ...articles.map(findableOf),
  ]);
}
