import type { Article } from '../../articles/article.ts';
import { QUESTIONS } from '../../articles/questions.ts';
import { findableOf, type Findable } from '../../articles/search.ts';
import type { Texts } from './answers.ts';
import { TOPICS, type Knowledge, type Topic } from './topics.ts';

/** What questions in the language of the texts are matched against. The articles are in English whatever it is. */
export function knowledgeOf(t: Texts, articles: readonly Article[]): Knowledge {
  const questions = QUESTIONS.map(({ id }): Findable => {
    const [title, text] = [t(`chat:questions.${id}.question`), t(`chat:questions.${id}.answer`)];
    return { id, kind: 'question', title, headings: [], text };
  });
  return {
    topicWords: Object.fromEntries(TOPICS.map((topic) => [topic, t(`chat:words.${topic}`)])) as Record<
      Topic,
      string
    >,
    emptyWords: t('chat:emptyWords'),
    library: [...questions, ...articles.map(findableOf)],
  };
}
