import { readdirSync, readFileSync } from 'node:fs';
import { TRANSLATED_LANGUAGES, type Language } from '../../src-shared/domain/languages.ts';
import { parseArticle } from '../../src-renderer/articles/parseArticle.ts';
import { i18n } from '../../src-renderer/i18n/index.ts';
import { loadTranslations } from '../../src-renderer/i18n/packs.ts';
import '../../src-renderer/site/contact/texts.en.ts';
import '../../src-renderer/site/docs/texts.en.ts';
import '../../src-renderer/site/pricing/texts.en.ts';
import '../../src-renderer/site/texts.en.ts';
import '../../src-renderer/site/chat/texts.en.ts';
import { ANSWER_TEXTS, answerOf } from '../../src-renderer/site/chat/answers.ts';
import { knowledgeOf } from '../../src-renderer/site/chat/knowledge.ts';
import { matchQuestion, type Topic } from '../../src-renderer/site/chat/topics.ts';

const FOLDER = new URL('../../docs/help/', import.meta.url);
/** The help articles as the build makes them. */
export const articles = await Promise.all(
  readdirSync(FOLDER).map((name) =>
    parseArticle(name.replace(/\.md$/, ''), readFileSync(new URL(name, FOLDER), 'utf8')),
  ),
);
for (const language of TRANSLATED_LANGUAGES)
  for (const [namespace, texts] of Object.entries(await loadTranslations(language, 'site')))
    i18n.addResourceBundle(language, namespace, texts);

/** The assistant of the public pages, by language, without its panel. */
export const ASSISTANTS = {
  en: createAssistant('en'),
  de: createAssistant('de'),
  es: createAssistant('es'),
  fr: createAssistant('fr'),
};

function createAssistant(language: Language) {
  const t = i18n.getFixedT(language, ANSWER_TEXTS);
  const knowledge = knowledgeOf(t, articles);
  return {
    about: (question: string) => {
      const match = matchQuestion(question, knowledge);
      return match && (match.kind === 'topic' ? match.topic : match.id);
    },
    answer: (question: string) => answerOf(matchQuestion(question, knowledge), { t, language, articles }),
    answerTo: (topic: Topic) => answerOf({ kind: 'topic', topic }, { t, language, articles }),
    t,
  };
}
