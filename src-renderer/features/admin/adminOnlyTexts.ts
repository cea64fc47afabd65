import { addTexts } from '../../i18n/index.ts';

const adminOnly = {
  superAdmin: 'Super Admin Access Required',
  admin: 'Admin Access Required',
  toDashboard: 'Return to Dashboard',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    adminOnly: typeof adminOnly;
  }
}

addTexts('adminOnly', adminOnly);
