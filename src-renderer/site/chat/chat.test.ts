import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_CONTACT_MESSAGE_LENGTH } from '../../../src-shared/domain/contact.ts';
import { PLANS } from '../../../src-shared/domain/plans.ts';
import { parseArticle } from '../../articles/parseArticle.ts';
import { QUESTIONS, QUESTION_TEXTS } from '../../articles/questions.ts';
import { TRANSLATED_LANGUAGES, type Language } from '../../../src-shared/domain/languages.ts';
import { i18n } from '../../i18n/index.ts';
import { loadTranslations } from '../../i18n/packs.ts';
import '../contact/texts.en.ts';
import '../docs/texts.en.ts';
import '../pricing/texts.en.ts';
import '../texts.en.ts';
import { ANSWER_TEXTS, answerOf } from './answers.ts';
import { createConversation, MAX_QUESTION_LENGTH, replyDelayMs } from './conversation.ts';
import { chat } from './texts.en.ts';
import { knowledgeOf } from './knowledge.ts';
import { matchQuestion, TOPICS, type Topic } from './topics.ts';
import { transcriptOf } from './transcript.ts';

const FOLDER = new URL('../../../docs/help/', import.meta.url);
const articles = await Promise.all(
  readdirSync(FOLDER).map((name) =>
    parseArticle(name.replace(/\.md$/, ''), readFileSync(new URL(name, FOLDER), 'utf8')),
  ),
);
for (const language of TRANSLATED_LANGUAGES)
  for (const [namespace, texts] of Object.entries(await loadTranslations(language, 'site')))
    i18n.addResourceBundle(language, namespace, texts);
const assistant = (language: Language) => {
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
};
const { about, answer } = assistant('en');

describe('what a question is about', () => {
  it.each([
    ['What is SoundDesk?', 'product'],
    ['Pricing plans', 'pricing'],
    ['Download desktop app', 'download'],
    ['System requirements', 'requirements'],
    ['how much is it', 'pricing'],
    ['What does the Enterprise plan cost?', 'enterprise'],
    ['tell me about the pro plan', 'professional'],
    ['Is there a free trial?', 'trial'],
    ['do I need a credit card', 'trial'],
    ['is there a free version', 'free'],
    ['Can I cancel my subscription at any time?', 'cancel'],
    ['do I get a refund', 'refund'],
    ['discount for 80 people?', 'volume'],
    ['Do you run on Windows?', 'requirements'],
    ['does it run on my Mac', 'requirements'],
    ['how do I activate my licence key', 'licence'],
    ['Can I pay with PayPal', 'payment'],
    ['How do I delete my account?', 'data'],
    ['is the server down', 'status'],
    ['I want to talk to a human', 'human'],
    ['thanks!', 'thanks'],
    ['Hello', 'greeting'],
    ['How many microphones can I record?', 'tracks'],
    ['Is my voice sent anywhere?', 'uploaded'],
    ['How large is the delay?', 'latency'],
    ['does it work offline, without a network?', 'privacy-and-offline'],
    ['how do zoom and discord hear the cleaned voice', 'other-programs'],
    ['why are my words cut', 'cut-words'],
    ['How do I use the virtual microphone?', 'virtual-microphone'],
    ['loudness of podcasts', 'loudness'],
    ['keyboard shortcuts', 'keyboard'],
    ['What is the meaning of life?', null],
    ['Who won the match yesterday?', null],
    ['<script>alert(1)</script>', null],
    ["'; drop table users; --", null],
    ['🎙️', null],
    ['constructor __proto__', null],
  ])('%s', (question, expected) => {
    expect(about(question)).toBe(expected);
  });

  it('knows each of its questions by its own words', () => {
    for (const { id, question } of QUESTIONS) expect(about(question)).toBe(id);
  });
});

describe('answers', () => {
  it('take prices from the one price list', () => {
    const { text, links } = answer('Pricing plans');
    for (const { monthlyUsd, yearlyUsd } of PLANS)
      expect(text).toContain(`$${monthlyUsd} a user and month, or $${yearlyUsd} a year`);
    expect(links.map(({ target }) => target)).toEqual(['/pricing']);
  });

  it('say what is in the making, and how much is recorded at once', () => {
    expect(answer('essential plan').text).toContain('– Basic noise cancellation');
    expect(answer('professional plan').text).toMatch(/Live broadcasting \(in the making\)/);
    expect(answer('how many tracks').text).toContain('Professional: 4 audio, 2 video');
  });

  it('have a text for each topic, without a hole in it, and links that lead to a page', () => {
    for (const topic of TOPICS) {
      const { text, links } = assistant('en').answerTo(topic);
      expect(text.length, topic).toBeGreaterThan(10);
      expect(text, topic).not.toMatch(/\{\{|answers\.|undefined/);
      for (const { text: label, target } of links) {
        expect(label, topic).not.toMatch(/[a-z]\.[a-z]/);
        expect(target).toMatch(/^\//);
      }
    }
  });

  it('do not guess: what is not known is said, with the way to a person', () => {
    expect(answer('What is the meaning of life?')).toMatchObject({
      text: chat.answers.unknown,
      offersPerson: true,
    });
  });
});

describe('in other languages', () => {
  it.each([
    ['de', 'Was ist SoundDesk?', 'product'],
    ['de', 'Was kostet das?', 'pricing'],
    ['de', 'Wie viel kostet der Enterprise-Tarif?', 'enterprise'],
    ['de', 'Kann ich es kostenlos testen?', 'trial'],
    ['de', 'Wie kündige ich?', 'cancel'],
    ['de', 'Bekomme ich mein Geld zurück?', 'refund'],
    ['de', 'Läuft es auf Windows?', 'requirements'],
    ['de', 'Wo kann ich die App herunterladen?', 'download'],
    ['de', 'Wie lösche ich mein Konto? Konto löschen', 'data'],
    ['de', 'Ich möchte mit jemandem sprechen', 'human'],
    ['de', 'Danke!', 'thanks'],
    ['de', 'GRÜSS GOTT', null],
    ['de', 'Grüß Gott', 'greeting'],
    ['de', 'Was ist der Sinn des Lebens?', null],
    ['es', '¿Qué es SoundDesk?', 'product'],
    ['es', '¿Cuánto cuesta?', 'pricing'],
    ['es', 'cuanto cuesta', 'pricing'],
    ['es', '¿Qué incluye el plan Professional?', 'professional'],
    ['es', '¿Hay una prueba gratuita?', 'trial'],
    ['es', '¿Puedo cancelar mi suscripción?', 'cancel'],
    ['es', '¿Funciona en Windows?', 'requirements'],
    ['es', '¿Dónde descargo la aplicación?', 'download'],
    ['es', 'quiero hablar con una persona', 'human'],
    ['es', '¿Cuál es el sentido de la vida?', null],
    ['fr', 'Qu’est-ce que SoundDesk ?', 'product'],
    ['fr', "Qu'est-ce que SoundDesk ?", 'product'],
    ['fr', 'Combien ça coûte ?', 'pricing'],
    ['fr', 'La formule Essential', 'essential'],
    ['fr', 'Y a-t-il un essai gratuit ?', 'trial'],
    ['fr', 'Puis-je résilier mon abonnement ?', 'cancel'],
    ['fr', 'Ça marche sous Linux ?', 'requirements'],
    ['fr', 'Où télécharger l’application ?', 'download'],
    ['fr', 'Je veux parler à quelqu’un', 'human'],
    ['fr', 'Quel est le sens de la vie ?', null],
  ] as const)('%s: %s', (language, question, expected) => {
    expect(assistant(language).about(question)).toBe(expected);
  });

  it.each(TRANSLATED_LANGUAGES)(
    '%s: knows its quick prompts and its questions by their words',
    (language) => {
      const { about, answer, t } = assistant(language);
      for (const prompt of Object.keys(chat.prompts) as (keyof typeof chat.prompts)[])
        expect(about(t(`chat:prompts.${prompt}`, { product: 'SoundDesk' }))).toBe(prompt);
      for (const { id } of QUESTIONS) {
        expect(about(t(`chat:questions.${id}.question`))).toBe(id);
        expect(answer(t(`chat:questions.${id}.question`)).text).not.toBe(QUESTION_TEXTS[id].answer);
      }
    },
  );

  it.each(TRANSLATED_LANGUAGES)('%s: every topic has its answer, none of it in English', (language) => {
    for (const topic of TOPICS) {
      const { text, links } = assistant(language).answerTo(topic);
      const english = assistant('en').answerTo(topic);
      expect(text, topic).not.toMatch(/\{\{|answers\.|undefined/);
      expect(text, topic).not.toBe(english.text);
      expect(links.map(({ target }) => target)).toEqual(english.links.map(({ target }) => target));
    }
  });

  it('an article is named, and said to be in English', () => {
    expect(assistant('de').answer('VST3 Plug-in Sandbox')).toMatchObject({
      text: 'Die Artikel liegen auf Englisch vor.',
      links: [{ isEnglish: true }],
    });
  });
});

describe('a conversation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const reply = (text: string) => ({ text, links: [], offersPerson: false });

  it('replies after one to three seconds, one question at a time', () => {
    expect([replyDelayMs(''), replyDelayMs('x'.repeat(9000))]).toEqual([1000, 3000]);
    const talk = createConversation(() => 5);
    expect(talk.ask('  Hum? ', () => reply('Yes.'))).toBe(true);
    expect(talk.read()).toMatchObject({ isThinking: true, messages: [{ type: 'user', content: 'Hum?' }] });
    expect(talk.ask('And now?', () => reply('No.'))).toBe(false);
    vi.advanceTimersByTime(3000);
    expect(talk.read().isThinking).toBe(false);
    expect(
      talk.read().messages.map(({ type, content, timestampMs }) => [type, content, timestampMs]),
    ).toEqual([
      ['user', 'Hum?', 5],
      ['bot', 'Yes.', 5],
    ]);
  });

  it('takes nothing empty and nothing too long', () => {
    const talk = createConversation();
    expect(talk.ask(' \n ', () => reply('?'))).toBe(false);
    expect(talk.ask('x'.repeat(MAX_QUESTION_LENGTH + 1), () => reply('?'))).toBe(false);
    expect(talk.read().messages).toEqual([]);
  });

  it('forgets everything, a reply on its way too', () => {
    const talk = createConversation();
    talk.show('open');
    talk.ask('Hum?', () => reply('Yes.'));
    talk.forget();
    vi.advanceTimersByTime(3000);
    expect(talk.read()).toEqual({ view: 'closed', messages: [], isThinking: false });
  });

  it('is handed over as a text that the contact form takes, its end if it is long', () => {
    const texts = { head: 'Head', heading: 'Talk', you: 'You', assistant: 'Assistant' };
    const message = { timestampMs: 0, links: [], offersPerson: false };
    const short = [
      { ...message, id: 1, type: 'user', content: 'Hum?' },
      { ...message, id: 2, type: 'bot', content: 'Yes.' },
    ] as const;
    expect(transcriptOf(short, texts)).toBe('Head\n\n\nTalk\nYou: Hum?\n\nAssistant: Yes.');
    const long = Array.from({ length: 50 }, (_, id) => ({ ...short[0], id, content: `${id} `.repeat(300) }));
    const made = transcriptOf(long, texts);
    expect(made.length).toBe(MAX_CONTACT_MESSAGE_LENGTH);
    expect(made.endsWith('49 ')).toBe(true);
  });
});
