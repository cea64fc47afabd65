import type { TFunction } from 'i18next';
import type { Article } from '../../articles/article.ts';
import { FACTS } from '../../articles/facts.ts';
import { QUESTIONS, type QuestionId } from '../../articles/questions.ts';
import type { Language } from '../../../src-shared/domain/languages.ts';
import {
  FEATURES_IN_THE_MAKING,
  PLAN_FEATURES,
  PLAN_LIMITS,
  PLANS,
  type PlanFeature,
  type PlanId,
} from '../../../src-shared/domain/plans.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { COMPARED, OTHERS } from '../compare/products.ts';
import type { SiteLink } from '../links.ts';
import { SUPPORT_ROWS } from '../supportRows.ts';
import type { Match, Topic } from './topics.ts';

interface AnswerLink {
  text: string;
  target: SiteLink['target'];
  /** Whether it is the title of an article: those are in English. */
  isEnglish?: boolean;
}

/** What the assistant says: lines of text, where more is, and whether it offers the way to a person. */
export interface Answer {
  text: string;
  links: readonly AnswerLink[];
  offersPerson: boolean;
}

/** What the answers are taken from. */
export const ANSWER_TEXTS = ['chat', 'site', 'pricing', 'contact', 'docs'] as const;
export type Texts = TFunction<typeof ANSWER_TEXTS>;
/** Where answers come from: the texts of the pages in the language that is spoken, and the articles, which are in English. */
interface Sources {
  t: Texts;
  language: Language;
  articles: readonly Article[];
}

type Said = { lines: readonly string[]; links?: readonly AnswerLink[]; offersPerson?: boolean };

/** Answers what was matched, from what the pages themselves say. */
export function answerOf(match: Match | null, sources: Sources): Answer {
  const { lines, links = [], offersPerson = false } = said(match, sources);
  return { text: lines.join('\n'), links, offersPerson };
}

function said(match: Match | null, sources: Sources): Said {
  if (match === null) return unknown(sources);
  if (match.kind === 'topic') return aboutTopic(match.topic, sources);
  if (match.kind === 'article') {
    const article = sources.articles.find(({ id }) => id === match.id);
    return article
      ? {
          lines: [sources.language === 'en' ? article.summary : sources.t('docs:article.english')],
          links: articleLinks(article.id, sources),
        }
      : unknown(sources);
  }
  return aboutQuestion(match.id, sources);
}

function aboutTopic(topic: Topic, sources: Sources): Said {
  return isAnswered(topic) ? TOPIC_ANSWERS[topic](sources) : aboutQuestion(topic, sources);
}

function isAnswered(topic: Topic): topic is keyof typeof TOPIC_ANSWERS {
  return topic in TOPIC_ANSWERS;
}

function aboutQuestion(id: string, sources: Sources): Said {
  const question = QUESTIONS.find((one) => one.id === id);
  return question
    ? {
        lines: [questionAnswer(question.id, sources.t)],
        links: articleLinks(question.articleId, sources, question.section),
      }
    : unknown(sources);
}

function unknown({ t }: Sources): Said {
  return {
    lines: [t('chat:answers.unknown', FACTS)],
    links: [{ text: t('site:nav.helpCenter'), target: ROUTES.helpCenter }],
    offersPerson: true,
  };
}

function articleLinks(
  wanted: string,
  { articles }: Pick<Sources, 'articles'>,
  section?: string,
): AnswerLink[] {
  const article = articles.find(({ id }) => id === wanted);
  const target = `${ROUTES.documentation}/${wanted}${section === undefined ? '' : `#${section}`}` as const;
  return article ? [{ text: article.title, target, isEnglish: true }] : [];
}

const pricingLink = (t: Texts): AnswerLink => ({ text: t('site:nav.pricing'), target: ROUTES.pricing });
const downloadLink = (t: Texts): AnswerLink => ({
  text: t('site:nav.download'),
  target: '/landing#download',
});
const licenceRequest = (t: Texts): AnswerLink => ({
  text: t('contact:form.types.license_request'),
  target: '/contact?type=license_request',
});

const TOPIC_ANSWERS = {
  greeting: ({ t }) => ({ lines: [t('chat:answers.greeting')] }),
  thanks: ({ t }) => ({ lines: [t('chat:answers.thanks')] }),
  product: ({ t }) => ({
    lines: [t('site:hero.lead'), t('site:hero.note')],
    links: [{ text: t('site:nav.features'), target: '/landing#features' }],
  }),
  pricing: ({ t }) => ({
    lines: [
      ...PLANS.map(({ id, monthlyUsd, yearlyUsd }) =>
        t('chat:answers.plan', { plan: t(`pricing:names.${id}`), monthly: monthlyUsd, yearly: yearlyUsd }),
      ),
      free(t),
      t('pricing:lead'),
      t('pricing:makingNote', FACTS),
    ],
    links: [pricingLink(t)],
  }),
  essential: (sources) => aboutPlan('essential', sources),
  professional: (sources) => aboutPlan('professional', sources),
  enterprise: (sources) => aboutPlan('enterprise', sources),
  free: ({ t, articles }) => ({
    lines: [free(t), questionAnswer('free', t)],
    links: articleLinks('licence-and-free-tier', { articles }),
  }),
  trial: ({ t }) => ({
    lines: [t('pricing:faq.items.trial.answer', FACTS), t('chat:answers.trial')],
    links: [{ text: t('pricing:cta.action'), target: ROUTES.auth }],
  }),
  cancel: ({ t }) => ({ lines: [t('pricing:faq.items.cancel.answer')], links: [pricingLink(t)] }),
  refund: ({ t }) => ({ lines: [t('pricing:faq.items.refund.answer', FACTS)], links: [pricingLink(t)] }),
  volume: ({ t }) => ({
    lines: [t('pricing:faq.items.volume.answer', FACTS)],
    offersPerson: true,
  }),
  students: ({ t }) => ({
    lines: [t('chat:answers.students'), free(t)],
    links: [pricingLink(t)],
    offersPerson: true,
  }),
  invoices: ({ t, articles }) => ({
    lines: [t('chat:answers.invoices')],
    links: articleLinks('billing', { articles }, 'invoices'),
  }),
  teams: ({ t }) => ({
    lines: [
      t('chat:answers.teams'),
      ...PLANS.map(({ id }) => {
        const level = t(`pricing:compare.teams.${PLAN_LIMITS[id].teams}`);
        return t('chat:answers.teamsLine', { plan: t(`pricing:names.${id}`), level });
      }),
    ],
    links: [pricingLink(t)],
  }),
  compare: ({ t }) => ({
    lines: COMPARED.map((row) => {
      const own = `${PRODUCT_NAME}: ${t(`site:compare.rows.${row}.soundDesk`)}.`;
      const others = OTHERS.map(({ id, name }) => `${name}: ${t(`site:compare.rows.${row}.${id}`)}.`);
      return `${t(`site:compare.rows.${row}.name`)} – ${[own, ...others].join(' ')}`;
    }),
    links: [{ text: t('site:compare.title'), target: '/landing#compare' }, pricingLink(t)],
  }),
  phone: ({ t }) => ({
    lines: [t('chat:answers.phone'), ...SUPPORT_ROWS.map(({ id }) => systemOf(id, t))],
    links: [downloadLink(t)],
  }),
  linux: ({ t }) => aboutSystem('linux', t),
  macos: ({ t }) => aboutSystem('macos', t),
  windows: ({ t }) => aboutSystem('windows', t),
  keys: ({ t, articles }) => ({
    lines: [...makingLines('voiceAi', t), t('pricing:faq.items.keys.answer')],
    links: articleLinks('voice-ai', { articles }),
  }),
  keep: ({ t }) => ({ lines: [t('pricing:faq.items.recordings.answer')], links: [pricingLink(t)] }),
  tracks: ({ t, articles }) => ({
    lines: [t('chat:answers.tracks'), ...PLANS.map(({ id }) => tracksOf(id, t))],
    links: articleLinks('recording-studio', { articles }),
  }),
  download: ({ t }) => ({ lines: [t('site:download.lead')], links: [downloadLink(t), licenceRequest(t)] }),
  requirements: ({ t }) => ({
    lines: [...SUPPORT_ROWS.map(({ id }) => systemOf(id, t)), t('site:download.lead')],
    links: [downloadLink(t)],
  }),
  licence: ({ t, articles }) => ({
    lines: [t('contact:faq.items.download.answer'), t('chat:answers.trialKey', FACTS)],
    links: [licenceRequest(t), ...articleLinks('licence-and-free-tier', { articles })],
  }),
  payment: ({ t }) => ({
    lines: [t('pricing:makingNote', FACTS)],
    links: [pricingLink(t)],
  }),
  data: ({ t }) => ({
    lines: [t('chat:answers.data')],
    links: [
      { text: t('site:nav.gdpr'), target: ROUTES.gdpr },
      { text: t('site:nav.privacy'), target: ROUTES.privacyPolicy },
    ],
  }),
  status: ({ t }) => ({
    lines: [t('chat:answers.status')],
    links: [{ text: t('site:nav.status'), target: ROUTES.status }],
  }),
  human: ({ t }) => ({
    lines: [t('chat:answers.human', { ...FACTS, hours: t('contact:hours.text') })],
    offersPerson: true,
  }),
} satisfies Readonly<Record<Exclude<Topic, QuestionId> | 'free', (sources: Sources) => Said>>;

type System = (typeof SUPPORT_ROWS)[number]['id'];

/** What works there, and in its browser. */
function aboutSystem(id: System, t: Texts): Said {
  return { lines: [systemOf(id, t), systemOf('browser', t)], links: [downloadLink(t)] };
}

function systemOf(id: System, t: Texts): string {
  return t('chat:answers.system', {
    where: t(`site:download.rows.${id}.where`),
    files: t(`site:download.rows.${id}.files`),
    live: t(`site:download.rows.${id}.live`),
  });
}

/** Says so where a feature is not built yet. */
function makingLines(feature: PlanFeature, t: Texts): string[] {
  const name = t(`pricing:features.${feature}`);
  return FEATURES_IN_THE_MAKING.has(feature) ? [t('chat:answers.inTheMaking', { feature: name })] : [];
}

function free(t: Texts): string {
  return t('chat:answers.free', FACTS);
}

function questionAnswer(id: QuestionId, t: Texts): string {
  return t(`chat:questions.${id}.answer`, FACTS);
}

function aboutPlan(id: PlanId, sources: Sources): Said {
  const { t } = sources;
  const index = PLANS.findIndex((plan) => plan.id === id);
  const [plan, before] = [PLANS[index], PLANS[index - 1]];
  if (!plan) return unknown(sources);
  const { monthlyUsd: monthly, yearlyUsd: yearly } = plan;
  return {
    lines: [
      t('chat:answers.planLine', { plan: t(`pricing:names.${id}`), monthly, yearly }),
      ...(before ? [t('chat:answers.planBefore', { plan: t(`pricing:names.${before.id}`) })] : []),
      ...PLAN_FEATURES[id].map((feature) => {
        const name = t(`pricing:features.${feature}`);
        return `– ${FEATURES_IN_THE_MAKING.has(feature) ? t('chat:answers.inTheMaking', { feature: name }) : name}`;
      }),
    ],
    links: [pricingLink(t)],
  };
}

function tracksOf(id: PlanId, t: Texts): string {
  const { audioTracks, videoSources } = PLAN_LIMITS[id];
  const amount = (limit: number | 'unlimited') =>
    limit === 'unlimited' ? t('pricing:compare.unlimited').toLowerCase() : String(limit);
  return t('chat:answers.tracksLine', {
    plan: t(`pricing:names.${id}`),
    audio: amount(audioTracks),
    video: amount(videoSources),
  });
}
