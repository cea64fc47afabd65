import { addTexts } from '../../../i18n/index.ts';

export const trail = {
  title: 'Audit trail',
  users: 'Users',
  tabs: 'Users, API keys and audit trail',
  hint: 'Every change in this organization, written down by the database. Nobody can alter or delete an entry; only owners see them.',
  empty: 'Nothing has been changed yet',
  emptyHint: 'Changes of users, teams, keys and billing are listed here.',
  plan: 'The audit trail comes with the Enterprise plan. Changes are recorded on every plan, so nothing is missing once you have it.',
  server: 'SoundDesk',
  did: {
    added: 'added {{name}} ({{role}})',
    joined: 'joined as {{role}}',
    removed: 'removed {{name}}',
    left: 'left the organization',
    role: 'changed the role of {{name}} from {{from}} to {{to}}',
    status: 'changed the status of {{name}} from {{from}} to {{to}}',
    invited: 'invited {{name}} ({{role}})',
    accepted: 'accepted the invitation of {{name}}',
    voided: 'voided the invitation of {{name}}',
    founded: 'created the organization {{name}}',
    renamed: 'renamed the organization from {{from}} to {{to}}',
    teamMade: 'created the team {{name}}',
    teamChanged: 'changed the team {{name}}',
    teamDeleted: 'deleted the team {{name}}',
    teamJoined: 'added {{name}} to the team {{team}}',
    teamLeft: 'removed {{name}} from the team {{team}}',
    teamLead: 'made {{name}} lead of the team {{team}}',
    teamNoLead: 'made {{name}} a member of the team {{team}}',
    keyMade: 'created the API key {{name}}',
    keyChanged: 'changed the API key {{name}}',
    keyRevoked: 'revoked the API key {{name}}',
    keyReactivated: 'reactivated the API key {{name}}',
    keyDeleted: 'deleted the API key {{name}}',
    billing: 'changed the billing details',
    subscription: 'changed the subscription',
    other: 'changed the {{table}}',
  },
} as const;

addTexts('trail', trail);

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    trail: typeof trail;
  }
}
