import { addTexts } from '../../i18n/index.ts';

const organization = {
  choose: 'Organization',
  personal: 'Personal workspace',
  awaiting: 'Waiting for approval',
  create: 'Create Organization',
  createTitle: 'Create Organization',
  createHint:
    'An organization has users and teams of its own. While your trial runs, five people can try it together.',
  createForInvite:
    'Your personal workspace has one user. Create an organization to invite others: you become its owner.',
  name: 'Organization name',
  nameRequired: 'Organization name is required',
  created: 'Organization “{{name}}” created',
  noAccounts: 'This SoundDesk has no accounts',
  noAccountsMessage:
    'Users and teams need an account server. Start SoundDesk with one to work with others here.',
  awaitingMessage:
    'You accepted the invitation to {{name}}. An owner or admin must approve you; contact them if it takes long.',
  toBilling: 'Open billing',
} as const;

const users = {
  title: 'Users',
  subtitle: 'Who works in {{name}}, and what they may do.',
  readOnly: 'Only owners and admins can invite and change users.',
  invite: 'Invite User',
  inviteFirst: 'Invite Your First User',
  search: 'Search by name or email',
  roleFilter: 'Role',
  statusFilter: 'Status',
  role: { owner: 'Owner', admin: 'Admin', member: 'Member' },
  status: { active: 'Active', pending: 'Pending', inactive: 'Inactive' },
  columns: {
    user: 'User',
    role: 'Role',
    status: 'Status',
    lastActive: 'Last Active',
    joined: 'Joined',
    actions: 'Actions',
  },
  table: 'Users',
  you: 'You',
  never: 'Never',
  invited: 'Invited {{date}}',
  expires: 'Expires {{date}}',
  expired: 'Expired {{date}}',
  seats_one: '{{taken}} of {{count}} seat taken',
  seats_other: '{{taken}} of {{count}} seats taken',
  promised_one: '{{count}} invitation open',
  promised_other: '{{count}} invitations open',
  full: 'Every seat is taken or promised. Deactivate or remove somebody, revoke an invitation, or add seats.',
  seatsLabel: 'Seats',
  plans: 'See plans',
  empty: 'No users found',
  emptyFiltered: 'Nobody matches the search and the filters. Change them to see others.',
  emptyHint: 'Invite people by email. They join with an account of their own.',
  approve: 'Approve',
  resend: 'Resend',
  revoke: 'Revoke',
  actionOf: '{{action}}: {{name}}',
  more: 'Actions: {{name}}',
  changeRole: 'Change role to {{role}}',
  activate: 'Activate',
  deactivate: 'Deactivate',
  remove: 'Remove',
  leave: 'Leave organization',
  handOver: 'Hand over ownership',
  approved: '{{name}} was approved',
  activated: '{{name}} was activated',
  deactivated: '{{name}} was deactivated',
  removed: '{{name}} was removed',
  left: 'You left {{name}}',
  roleChanged: '{{name}} is now: {{role}}',
  handedOver: '{{name}} is now the owner. You are an admin.',
  resent: 'Invitation sent again to {{email}}',
  revoked: 'The invitation of {{email}} was revoked',
  ask: {
    deactivate: 'Deactivate {{name}}?',
    deactivateMessage:
      '{{name}} cannot open this organization until activated again, and the seat becomes free. Teams keep them.',
    remove: 'Remove {{name}}?',
    removeMessage:
      '{{name}} loses access to this organization and leaves its teams. This cannot be undone; you can invite them again.',
    leave: 'Leave this organization?',
    leaveMessage: 'You lose access to it at once. An owner or admin can invite you again.',
    handOver: 'Hand over ownership to {{name}}?',
    handOverMessage:
      '{{name}} becomes the owner, with every right in this organization, its billing included. You stay as an admin and cannot undo this yourself.',
    makeOwner: 'Make {{name}} an owner?',
    makeOwnerMessage:
      'An owner has every right in this organization, its billing included, and can take yours away.',
    revoke: 'Revoke the invitation of {{email}}?',
    revokeMessage: 'The link in the email stops working.',
  },
  dialog: {
    title: 'Invite User',
    description: 'They get an email with a link that is good for {{days}} days.',
    email: 'Email',
    role: 'Role',
    submit: 'Send Invitation',
    roleHint: {
      member: 'Works in the organization and its teams.',
      admin: 'Also invites and changes users, and manages teams and keys.',
    },
  },
  emailRequired: 'Enter a valid email address.',
  sent: 'Invitation sent to {{email}}',
  sentLocal:
    'The link opens on this computer only. Set SOUNDDESK_SITE_URL to your public address, then resend.',
  invitation: {
    title: 'Join {{name}}',
    message: '{{who}} invites you to {{name}} as {{role}}.',
    messageAnonymous: 'You are invited to {{name}} as {{role}}.',
    join: 'Join',
    decline: 'Decline',
    joined: 'You joined {{name}}',
    declined: 'The invitation was declined',
    invalidTitle: 'Invitation',
    invalid: 'This invitation was used, revoked, or has expired. Ask for a new one.',
    other: 'This invitation is for {{email}}. Sign in with that address to accept it.',
  },
} as const;

addTexts('organization', organization);
addTexts('users', users);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    organization: typeof organization;
    users: typeof users;
  }
}
