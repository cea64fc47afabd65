import { addTexts } from '../../../i18n/index.ts';

const teams = {
  title: 'Teams',
  subtitle: 'Groups of people who work together.',
  readOnly: 'Only owners and admins can make and change teams.',
  search: 'Search by team name',
  create: 'Create Team',
  createForTeam:
    'Your personal workspace has one user. Create an organization to have teams: you become its owner.',
  empty: 'No teams found',
  emptyHint: 'A team gathers the people of one show, one client or one room.',
  emptySearch: 'No team has a name like that.',
  members_one: '{{count}} user',
  members_other: '{{count}} users',
  more: '+{{count}}',
  noDescription: 'No description',
  created: 'Created {{date}}',
  add: 'Add',
  show: 'Show',
  edit: 'Edit',
  remove: 'Remove',
  delete: 'Delete Team',
  actionOf: '{{action}}: {{name}}',
  personal: 'Yours alone. Create an organization to work with others.',
  made: 'Team “{{name}}” created',
  changed: 'Team “{{name}}” saved',
  deleted: 'Team “{{name}}” deleted',
  ask: 'Delete the team “{{name}}”?',
  askMessage: 'Its people stay in the organization. This cannot be undone.',
  membersOf: '{{name}}: users',
  addTitle: 'Add users',
  addSearch: 'Search by name or email',
  noCandidates: 'Nobody else to add. Active users of the organization are found here.',
  inTeam: 'In this team',
  nobody: 'Nobody is in this team yet.',
  wasAdded: '{{name}} was added to {{team}}',
  wasRemoved: '{{name}} was removed from {{team}}',
  lead: 'Lead',
  makeLead: 'Make lead',
  makeMember: 'Make member',
  isLead: '{{name}} leads {{team}} now',
  isMember: '{{name}} no longer leads {{team}}',
  export: 'Export teams',
  fileName: 'sounddesk-teams',
  plan: {
    none: 'Teams come with the Professional and Enterprise plans. Teams you already have stay and can be deleted.',
    basic:
      'Your plan has teams with users. A lead for each team, the audit trail and the export come with Enterprise.',
  },
  dialog: {
    edit: 'Edit Team',
    name: 'Team name',
    nameRequired: 'Team name is required',
    description: 'Description',
    color: 'Color',
    save: 'Save',
  },
  colors: {
    indigo: 'Indigo',
    sky: 'Sky blue',
    teal: 'Teal',
    green: 'Green',
    amber: 'Amber',
    orange: 'Orange',
    red: 'Red',
    pink: 'Pink',
  },
} as const;

addTexts('teams', teams);

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    teams: typeof teams;
  }
}
