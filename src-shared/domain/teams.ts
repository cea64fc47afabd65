/** Teams of an organisation: document 2, sections 2 and 3. */

export const MAX_TEAM_NAME_LENGTH = 80;
export const MAX_TEAM_DESCRIPTION_LENGTH = 500;

/** What a team is distinguished by; the first is what a new one has. */
export const TEAM_COLORS = [
  { name: 'indigo', value: '#6366f1' },
  { name: 'sky', value: '#0ea5e9' },
  { name: 'teal', value: '#14b8a6' },
  { name: 'green', value: '#22c55e' },
  { name: 'amber', value: '#f59e0b' },
  { name: 'orange', value: '#f97316' },
  { name: 'red', value: '#ef4444' },
  { name: 'pink', value: '#ec4899' },
] as const;
