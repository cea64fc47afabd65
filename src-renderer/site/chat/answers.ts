import type { TFunction } from 'i18next';
import type { Article } from '../../articles/article.ts';
import { QUESTIONS, type QuestionId } from '../../articles/questions.ts';
import type { Language } from '../../../src-shared/domain/languages.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import {
  FEATURES_IN_THE_MAKING,
  PLAN_FEATURES,
  PLAN_LIMITS,
  PLANS,
  VOLUME_DISCOUNT_SEATS,
  type PlanId,
} from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import type { SiteLink } from '../links.ts';
import { SUPPORT_ROWS } from '../supportRows.ts';
import type { Match, Topic } from './topics.ts';

interface AnswerLink {
  text: string;
  target: SiteLink['target'];
  /** Whether it is the title of an article: those are in English. */
  isEnglish?: boolean;
}

/** What the assistant says: lines of text, where more stands, and whether it offers the way to a person. */
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
  if (match.kind === 'topic') return TOPIC_ANSWERS[match.topic](sources);
  if (match.kind === 'article') {
    const article = sources.articles.find(({ id }) => id === match.id);
    return article
      ? {
          lines: [sources.language === 'en' ? article.summary : sources.t('docs:article.english')],
          links: articleLinks(article.id, sources),
        }
      : unknown(sources);
  }
  const question = QUESTIONS.find(({ id }) => id === match.id);
  return question
    ? { lines: [questionAnswer(question.id, sources.t)], links: articleLinks(question.articleId, sources) }
    : unknown(sources);
}

function unknown({ t }: Sources): Said {
  return {
    lines: [t('chat:answers.unknown')],
    links: [{ text: t('site:nav.helpCenter'), target: ROUTES.helpCenter }],
    offersPerson: true,
  };
}

function articleLinks(wanted: string, { articles }: Pick<Sources, 'articles'>): AnswerLink[] {
  const article = articles.find(({ id }) => id === wanted);
  return article
    ? [{ text: article.title, target: `${ROUTES.documentation}/${wanted}`, isEnglish: true }]
    : [];
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

const TOPIC_ANSWERS: Readonly<Record<Topic, (sources: Sources) => Said>> = {
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
      t('pricing:makingNote', { minutes: FREE_TIER_MINUTES_A_DAY }),
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
    lines: [t('pricing:faq.items.trial.answer'), t('chat:answers.trial')],
    links: [{ text: t('pricing:cta.action'), target: ROUTES.auth }],
  }),
  cancel: ({ t }) => ({ lines: [t('pricing:faq.items.cancel.answer')], links: [pricingLink(t)] }),
  refund: ({ t }) => ({ lines: [t('pricing:faq.items.refund.answer')], links: [pricingLink(t)] }),
  volume: ({ t }) => ({
    lines: [t('pricing:faq.items.volume.answer', { seats: VOLUME_DISCOUNT_SEATS })],
    offersPerson: true,
  }),
  keys: ({ t, articles }) => ({
    lines: [t('pricing:faq.items.keys.answer')],
    links: articleLinks('provider-keys', { articles }),
  }),
  keep: ({ t }) => ({ lines: [t('pricing:faq.items.recordings.answer')], links: [pricingLink(t)] }),
  tracks: ({ t, articles }) => ({
    lines: [t('chat:answers.tracks'), ...PLANS.map(({ id }) => tracksOf(id, t))],
    links: articleLinks('recording-studio', { articles }),
  }),
  download: ({ t }) => ({ lines: [t('site:download.lead')], links: [downloadLink(t), licenceRequest(t)] }),
  requirements: ({ t }) => ({
    lines: [
      ...SUPPORT_ROWS.map(({ id }) =>
        t('chat:answers.system', {
          where: t(`site:download.rows.${id}.where`),
          files: t(`site:download.rows.${id}.files`),
          live: t(`site:download.rows.${id}.live`),
        }),
      ),
      t('site:download.lead'),
    ],
    links: [downloadLink(t)],
  }),
  licence: ({ t, articles }) => ({
    lines: [t('contact:faq.items.download.answer')],
    links: [licenceRequest(t), ...articleLinks('licence-and-free-tier', { articles })],
  }),
  payment: ({ t }) => ({
    lines: [t('pricing:makingNote', { minutes: FREE_TIER_MINUTES_A_DAY })],
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
    lines: [t('chat:answers.human', { hours: t('contact:hours.text') })],
    offersPerson: true,
  }),
};

function free(t: Texts): string {
  return t('chat:answers.free', { minutes: FREE_TIER_MINUTES_A_DAY });
}

function questionAnswer(id: QuestionId, t: Texts): string {
  return t(`chat:questions.${id}.answer`);
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
