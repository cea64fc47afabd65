import { QUESTION_TEXTS } from '../../articles/questions.ts';
import { addTexts } from '../../i18n/index.ts';

/**
 * The assistant of the public pages: document 3, sections 2.15 and 9. `words` say which question is about what: phrases
 * with commas between them, `*` for any ending. What it answers stands on the pages; here is what stands nowhere else.
 */
export const chat = {
  title: 'SoundDesk assistant',
  minimise: 'Minimize the chat',
  restore: 'Show the chat',
  close: 'Close the chat and forget it',
  log: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  welcome:
    'Ask about SoundDesk. I am a program that looks things up in the price list and the help articles; I keep nothing, and this conversation is gone when you close it.',
  input: 'Your question',
  placeholder: 'Type a question',
  send: 'Send',
  thinking: 'AI is thinking...',
  tooLong: 'A question has at most {{most}} characters.',
  promptsLabel: 'Quick questions',
  prompts: {
    product: 'What is {{product}}?',
    pricing: 'Pricing plans',
    download: 'Download desktop app',
    requirements: 'System requirements',
  },
  handOver: {
    action: 'Hand over to a person',
    hint: 'Takes this conversation into the contact form, where you can change it before it is sent.',
    head: 'My question goes beyond what the assistant could answer:',
    heading: 'Conversation with the assistant',
  },
  answers: {
    greeting: 'Hello. What would you like to know about SoundDesk?',
    thanks: 'You are welcome.',
    plan: '{{plan}}: ${{monthly}} a user and month, or ${{yearly}} a year.',
    free: 'Free: {{minutes}} minutes of noise cancellation a day.',
    planLine: '{{plan}}, ${{monthly}} a user and month or ${{yearly}} a year, has:',
    planBefore: 'Everything in {{plan}}, and:',
    inTheMaking: '{{feature}} (in the making)',
    trial: 'Start it by signing up; no card is asked for.',
    tracks: 'How much each plan records at once:',
    tracksLine: '{{plan}}: {{audio}} audio, {{video}} video',
    system: '{{where}}: recordings: {{files}}. Live: {{live}}.',
    data: 'What is kept of you, your rights and how you delete your account yourself stand on the page about data rights.',
    status: 'How the parts that need a server are now, and were in the last 30 days, is on the status page.',
    human: 'A person answers by e-mail within 24 hours. {{hours}}',
    unknown:
      'I have no sure answer to that, and I do not guess. Try other words, search the help, or hand over to a person.',
  },
  words: {
    greeting: 'hello, hi, hey, good morning, good evening',
    thanks: 'thanks, thank you, thx, great, perfect, bye, goodbye',
    product:
      'what is sounddesk, what is it, what does it do, what can it do, what does sounddesk do, who is it for, what can sounddesk do, about sounddesk, tell me about sounddesk, what is this',
    pricing:
      'price*, pricing, pricing plans, cost*, how much, plans, subscription*, expensive, cheap*, yearly, annual*, monthly, dollar*, usd, subscribe, buy, pay for',
    essential: 'essential, essential plan',
    professional: 'professional plan, professional, pro plan',
    enterprise: 'enterprise, enterprise plan',
    free: 'free, free tier, for free, without paying, free version, minutes a day',
    trial: 'trial, free trial, try it, trial period, 14 day*, credit card, without a card, no card',
    cancel:
      'cancel my*, cancel a*, cancel at any time, cancel anytime, cancel the subscription, cancel subscription, can i cancel, unsubscribe, stop paying, end my subscription',
    refund: 'refund*, money back, get my money back, money-back guarantee',
    volume: 'volume discount*, discount*, many seats, 50 seats, large team, bulk',
    keys: 'own key*, provider key*, elevenlabs, openai, bring your own, voice ai, voice cloning',
    keep: 'when i stop paying, lose my recordings, keep my recordings, after the trial recordings',
    tracks: 'multi track, multitrack, how many tracks, how many microphones, tracks at once, video sources',
    download: 'download*, install*, desktop app, get the app, setup file, installer*, where do i get',
    requirements:
      'system requirements, requirements, windows, macos, mac os, my mac, linux, ubuntu, debian, which system*, operating system*, compatible, supported systems, does it run on',
    licence: 'license key*, licence key*, activate*, my license, my licence, trial key',
    payment: 'payment*, paypal, invoice*, pay by, pay with',
    data: 'delete my account, delete my data, my data, gdpr, data rights, personal data, privacy policy',
    status: 'status, outage*, is it down, server down, servers down, uptime',
    human:
      'human, person, agent, support, contact, talk to someone, speak to someone, email you, phone, call you, real person, help me please, complaint*',
  },
  /** Words that say nothing about what a question is about. */
  emptyWords:
    'a an and are as at be by can could did do does for from get had has have how i if in is it its me my of on or our please shall should so some that the there they this to use using want was we what when where which who why will with would you your sounddesk',
  questions: QUESTION_TEXTS,
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    chat: typeof chat;
  }
}

addTexts('chat', chat);
