import { LICENCE_TRIAL_DAYS } from '../../../src-shared/domain/licence.ts';
import { MONEY_BACK_DAYS } from '../../../src-shared/domain/plans.ts';
import type { LegalDocument } from './legalDocument.ts';

export const TERMS_OF_SERVICE: LegalDocument = {
  title: 'Terms of Service',
  description: 'What you get with SoundDesk, what it costs, how it ends, and who answers for what.',
  updated: '2026-11-21',
  lead: 'These terms are between you and the makers of SoundDesk. The program itself is free software under the GPL, version 3 or later, whose terms come first where they differ.',
  sections: [
    {
      id: 'account',
      title: 'Your account',
      paragraphs: [
        'You are 18 or older, or have the consent of a parent. You keep your password to yourself and answer for what is done with your account.',
      ],
    },
    {
      id: 'trial',
      title: 'The trial',
      paragraphs: [
        `Each new account has everything for ${LICENCE_TRIAL_DAYS} days, without a card. When the trial ends, nothing is charged: you continue with the Free tier, or choose a plan.`,
      ],
    },
    {
      id: 'payment',
      title: 'Payment, renewal and refunds',
      paragraphs: [
        'Plans are paid by the user, monthly or annually, in advance, at the prices of the pricing page. They renew until you cancel, which you can do at any time; what is paid then runs to its end.',
        `Within ${MONEY_BACK_DAYS} days of a payment you get it back without giving a reason.`,
      ],
    },
    {
      id: 'licence',
      title: 'The licence key',
      paragraphs: [
        'The desktop app asks for a licence key. A key belongs to one person and can be moved between devices. Without one the Free tier works.',
      ],
    },
    {
      id: 'yours',
      title: 'What you make is yours',
      paragraphs: [
        'Recordings, videos and texts that you make with SoundDesk belong to you. We claim no right in them. You answer for having the consent of the people whom you record, as the law where you are asks for it.',
      ],
    },
    {
      id: 'service',
      title: 'What we aim at',
      paragraphs: [
        'We aim at the online services being there 99.9 percent of the time. The desktop app works without them. Paid subscribers have priority support.',
      ],
    },
    {
      id: 'forbidden',
      title: 'What is not allowed',
      paragraphs: [],
      list: [
        'recording people in secret where that is forbidden;',
        'cloning a voice without the consent of the person whose voice it is;',
        'attacks on the services, or using them to harm others.',
      ],
    },
    {
      id: 'end',
      title: 'How it ends',
      paragraphs: [
        'You may delete your account at any time. We may end it with 30 days’ notice, or at once where it is used against these terms; what is paid for the time after that is paid back.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      paragraphs: [
        'SoundDesk comes without a warranty, as far as the law allows. Where we are liable, it is for no more than what you have paid in the 12 months before.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: [
        'Changes are announced 30 days before they count. Questions about these terms are answered within 30 days.',
      ],
    },
  ],
};
