import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_CONTACT_MESSAGE_LENGTH } from '../../../src-shared/domain/contact.ts';
import { TRANSLATED_LANGUAGES } from '../../../src-shared/domain/languages.ts';
import {
  DEFAULT_LICENCE_TRIAL_DAYS,
  FREE_TIER_MINUTES_A_DAY,
  LICENCE_GRACE_DAYS,
  LICENCE_PLATFORMS,
  LICENCE_TOKEN_DAYS,
  LICENCE_TRIAL_DAYS,
} from '../../../src-shared/domain/licence.ts';
import {
  FEATURES_IN_THE_MAKING,
  MONEY_BACK_DAYS,
  PLAN_LIMITS,
  PLANS,
} from '../../../src-shared/domain/plans.ts';
import { plainText, type Block } from '../../articles/article.ts';
import { withFacts } from '../../articles/facts.ts';
import { QUESTIONS, QUESTION_TEXTS } from '../../articles/questions.ts';
import { articles, ASSISTANTS } from '../../../tests/lib/chatAssistant.ts';
import { pricing } from '../pricing/texts.en.ts';
import { SUPPORT_ROWS } from '../supportRows.ts';
import { createConversation, MAX_QUESTION_LENGTH, replyDelayMs } from './conversation.ts';
import { chat } from './texts.en.ts';
import { TOPICS } from './topics.ts';
import { transcriptOf } from './transcript.ts';

const { about, answer } = ASSISTANTS.en;

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
    ['Do you run on Windows?', 'windows'],
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
    ['does it work offline, without a network?', 'offline'],
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
      expect(text).toContain(`$${monthlyUsd} per user/month, or $${yearlyUsd} per year`);
    expect(links.map(({ target }) => target)).toEqual(['/pricing']);
  });

  it('say what each plan has, and how much is recorded at once', () => {
    expect(answer('essential plan').text).toContain('– Basic noise cancellation');
    expect(answer('professional plan').text).toMatch(
      /– Live broadcasting\n– Voice AI .*keys\n– .*transcription[^(\n]*\n/i,
    );
    expect(answer('enterprise plan').text).toContain('– API access\n');
    expect(answer('how many tracks').text).toContain('Professional: 4 audio, 2 video');
  });

  it('have a text for each topic, without a hole in it, and links that lead to a page', () => {
    for (const topic of TOPICS) {
      const { text, links } = ASSISTANTS.en.answerTo(topic);
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
      text: "I'm not sure. Try rephrasing, or contact us: support responds in 24–48 hours.",
      offersPerson: true,
    });
  });
});

describe('facts in answers', () => {
  const english = ASSISTANTS.en;

  it('are named in the texts, not copied into them', () => {
    // What is measured, or a name: 20 ms and the 99th percentile of the latency, 30 days of the status page, VST3, RF64.
    const allowed = /\b(20 ms|99th|30 days|VST3|RF64)\b/g;
    const texts = [
      ...Object.values(chat.answers),
      ...Object.values(QUESTION_TEXTS).map(({ answer }) => answer),
      ...Object.values(pricing.faq.items).map(({ answer }) => answer),
    ];
    for (const text of texts) expect(text.replace(allowed, ''), text).not.toMatch(/\d/);
  });

  it.each([
    ['free', `${FREE_TIER_MINUTES_A_DAY} minutes`],
    ['refund', `Within ${MONEY_BACK_DAYS} days`],
    ['trial', `${LICENCE_TRIAL_DAYS} days`],
    ['licence', `${DEFAULT_LICENCE_TRIAL_DAYS} days`],
    ['offline', `${LICENCE_TOKEN_DAYS} days without contact, and ${LICENCE_GRACE_DAYS} more`],
    ['formats', 'WAV, FLAC, MP3, OGG, OPUS'],
    ['human', '24–48 hours'],
    ['human', '9 AM to 6 PM EST'],
    ['compare', 'Krisp: Windows, macOS.'],
    ['macos', 'macOS: recordings: From source, untested.'],
    ['linux', 'Linux: recordings: Works, tested.'],
  ] as const)('%s: %s', (topic, fact) => {
    expect(english.answerTo(topic).text).toContain(fact);
  });

  it('of teams and voice AI follow the plans', () => {
    for (const { id } of PLANS) {
      const level = english.t(`pricing:compare.teams.${PLAN_LIMITS[id].teams}`);
      expect(english.answerTo('teams').text).toContain(`${english.t(`pricing:names.${id}`)}: ${level}`);
    }
    expect(english.answerTo('keys').text.includes('(in the making)')).toBe(
      FEATURES_IN_THE_MAKING.has('voiceAi'),
    );
  });

  it('of phones and students hold as long as the tables have neither', () => {
    expect([...LICENCE_PLATFORMS]).toEqual(['windows', 'mac', 'linux']);
    for (const { id } of SUPPORT_ROWS)
      expect(english.answerTo('phone').text).toContain(english.t(`site:download.rows.${id}.where`));
    expect(PLANS.map(({ id }) => id)).toEqual(['essential', 'professional', 'enterprise']);
    expect(english.answerTo('students').offersPerson).toBe(true);
  });

  it('are in the articles and on the pages as in the tables', () => {
    const textOf = (wanted: string) => {
      const article = articles.find(({ id }) => id === wanted);
      const read = (block: Block) =>
        block.kind === 'list'
          ? block.items.map(plainText).join(' ')
          : 'children' in block
            ? plainText(block.children)
            : '';
      return [article?.summary, ...(article?.blocks.map(read) ?? [])].join(' ').replace(/\s+/g, ' ');
    };
    for (const [id, fact] of [
      ['licence-and-free-tier', '{{minutes}} minutes of noise cancellation a day'],
      ['licence-and-free-tier', 'a trial of {{trialDays}} days'],
      ['licence-and-free-tier', 'without a network for {{tokenDays}} days, and for {{graceDays}} more'],
      ['privacy-and-offline', '{{tokenDays}} days without contact, and {{graceDays}} more'],
      ['accounts', 'a trial of {{trialDays}} days'],
    ] as const)
      expect(textOf(id)).toContain(withFacts(fact));
    expect(english.t('pricing:lead')).toContain(withFacts('{{trialDays}}-day free trial'));
    expect(english.t('pricing:lead')).toContain(withFacts('{{refundDays}}-day money-back'));
  });

  it('link to sections that the articles have', () => {
    for (const { articleId, section } of QUESTIONS) {
      const headings = articles
        .find(({ id }) => id === articleId)
        ?.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
      if (section !== undefined) expect(headings, articleId).toContain(section);
    }
    const [invoices] = english.answerTo('invoices').links;
    expect(invoices?.target).toBe('/documentation/billing#invoices');
    expect(JSON.stringify(articles.find(({ id }) => id === 'billing')?.blocks)).toContain('"id":"invoices"');
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
    ['es', '¿Funciona en Windows?', 'windows'],
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
    expect(ASSISTANTS[language].about(question)).toBe(expected);
  });

  it.each(TRANSLATED_LANGUAGES)(
    '%s: knows its quick prompts and its questions by their words',
    (language) => {
      const { about, answer, t } = ASSISTANTS[language];
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
      const { text, links } = ASSISTANTS[language].answerTo(topic);
      const english = ASSISTANTS.en.answerTo(topic);
      expect(text, topic).not.toMatch(/\{\{|answers\.|undefined/);
      expect(text, topic).not.toBe(english.text);
      expect(links.map(({ target }) => target)).toEqual(english.links.map(({ target }) => target));
    }
  });

  it('an article is named, and said to be in English', () => {
    expect(ASSISTANTS.de.answer('VST3 Plug-in Sandbox')).toMatchObject({
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
