import { QUESTION_TEXTS } from '../../articles/questions.ts';
import { addTexts } from '../../i18n/index.ts';

/**
 * The assistant of the public pages: document 3, sections 2.15 and 9. `words` say which question is about what: phrases
 * with commas between them, `*` for any ending. What it answers is on the pages; here is what is nowhere else.
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
    plan: '{{plan}}: ${{monthly}} per user/month, or ${{yearly}} per year.',
    free: 'Free: {{minutes}} minutes of noise cancellation a day.',
    planLine: '{{plan}}, ${{monthly}} per user/month or ${{yearly}} per year, has:',
    planBefore: 'Everything in {{plan}}, and:',
    inTheMaking: '{{feature}} (in the making)',
    trial: 'Start it by signing up; no card is asked for.',
    tracks: 'How much each plan records at once:',
    tracksLine: '{{plan}}: {{audio}} audio, {{video}} video',
    system: '{{where}}: recordings: {{files}}. Live: {{live}}.',
    data: 'The data rights page shows what is kept of you, your rights, and how to delete your account.',
    students: 'The price list names no price for students or schools. Ask us about one.',
    phone: 'There is no app for phones and tablets. What works where:',
    teams: 'Team management by plan:',
    teamsLine: '{{plan}}: {{level}}',
    invoices:
      'The Billing page lists every invoice; owners and admins see it. Download saves an invoice as PDF. Enter your tax number under Billing details.',
    trialKey: 'A trial key for the desktop app lasts {{keyDays}} days.',
    status: 'How the parts that need a server are now, and were in the last 30 days, is on the status page.',
    human:
      'I am a program, and nobody reads this chat. Write to us: support responds in {{leastHours}}–{{mostHours}} hours. Office hours: {{hours}}',
    unknown:
      "I'm not sure. Try rephrasing, or contact us: support responds in {{leastHours}}–{{mostHours}} hours.",
  },
  words: {
    greeting: 'hello, hi, hey, good morning, good evening',
    thanks: 'thanks, thank you, thx, great, perfect, bye, goodbye',
    product:
      'what is sounddesk, what is it, what does it do, what can it do, what does sounddesk do, who is it for, what can sounddesk do, about sounddesk, tell me about sounddesk, what is this',
    pricing:
      'price*, pricing, pricing plans, cost*, how much, how much cost*, plans, subscription*, expensive, cheap*, yearly, annual*, monthly, subscribe, buy, pay for, in dollars, how many dollars',
    essential: 'essential, essential plan',
    professional: 'professional plan, professional, pro plan',
    enterprise: 'enterprise, enterprise plan',
    free: 'free, free tier, for free, without paying, free version, minutes a day, minute*, minutes per day, free per day, daily limit, daily, limit per day, minutes free, free minutes',
    trial: 'trial, free trial, try it, trial period, 14 day*, credit card, without a card, no card',
    cancel:
      'cancel, cancel my*, cancel a*, cancel at any time, cancel anytime, cancel subscription, can i cancel, unsubscribe*, stop paying, stop plan, stop subscription, end subscription, quit, canceling, cancelling',
    refund: 'refund*, money back, return it, guarantee*, reimburse*',
    volume: 'volume discount*, discount*, many seats, 50 seats, large team, bulk',
    keys: 'own key*, provider key*, elevenlabs, openai, bring your own, voice ai, ai voice*, voice cloning, clon*, clone voice, voice copy, copy of my voice, ai copy',
    keep: 'when i stop paying, lose my recordings, keep my recordings, after the trial recordings',
    tracks: 'multi track, multitrack, how many tracks, how many microphones, tracks at once, video sources',
    download: 'download*, install*, desktop app, get the app, setup file, installer*, where do i get',
    requirements:
      'system requirements, requirements, which system*, operating system*, compatible, supported systems, does it run on, which platforms, system, hardware',
    licence: 'license key*, licence key*, activate*, my license, my licence, trial key',
    payment: 'payment*, paypal, pay by, pay with, visa, mastercard',
    data: 'delete my account, delete account, delete data, my data, data, what data, gdpr, data rights, personal data, personal info*, privacy policy, sell data, collect*, what information, information about me, store about me, store about',
    status: 'status, outage*, is it down, server down, servers down, uptime',
    human:
      'human, person, agent, support, contact, talk to someone, speak to someone, email you, phone number, phone support, telephone, by phone, call you, real person, help me please, complaint*',
    students:
      'student*, student discount, school*, education*, university, universities, academic, teacher*, nonprofit*, for schools',
    invoices: 'invoice*, receipt*, vat, tax number, billing address, bill',
    compare:
      'krisp, crisp, noisetorch, alternative*, compare*, comparison*, competitor*, versus, vs, better than, different from, difference',
    phone:
      'phone, iphone*, ipad*, ios, android*, tablet*, mobile*, smartphone*, my phone, app store, play store',
    linux: 'linux, ubuntu, debian, fedora, arch, mint, suse',
    macos: 'mac, macos, mac os, macbook*, imac, apple, osx, m1, m2, m3, m4',
    windows: 'windows, win10, win11, pc',
    uploaded:
      'upload*, cloud, sent to, to your servers, listen to my*, leave my computer, send audio, audio sent, stored on your, eavesdrop*, private, privacy',
    offline:
      'offline, internet, wifi, wi fi, without network, without a network, no connection, connection, airplane, plane',
    latency:
      'latency, delay*, lag, lags, lagging, how much lag, how much delay, how much latency, milliseconds, ms, realtime, real time',
    'other-programs':
      'zoom, discord, obs, google meet, meet, microsoft teams, ms teams, teams call*, with teams, in teams, slack, skype, webex, other apps, other programs',
    echo: 'echo, echos, echoes, echoing, echo cancel*, remove echo, reverb*, remove reverb, hear themselves',
    password:
      'password*, forgot password, forgotten password, lost password, reset password, log in, login, can t log in, cannot log in, cannot sign in, can t sign in, locked out',
    guests:
      'guest*, remote*, remote guest*, invite*, interview*, record interview, another city, other people remotely, far away, video call, different places, different cities, somewhere else',
    formats:
      'export*, mp3, wav, flac, ogg, opus, save as, format*, file format*, file type*, which formats, m4a',
    teams:
      'team, team plan, my team, team member*, team members, member*, company, companies, organization*, organisation*, multiple users, manage users, several users, add user*, colleague*, coworker*, employees, share account, can we share, several people',
  },
  /** Words that say nothing about what a question is about. */
  emptyWords:
    'many much any also really just set make turn find see a an and are as at be by can could did do does for from get had has have how i if in is it its me my of on or our please shall should so some that the there they this to use using want was we what when where which who why will with would you your sounddesk',
  questions: QUESTION_TEXTS,
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    chat: typeof chat;
  }
}

addTexts('chat', chat);
