/** Organisations and their users: document 2, sections 2, 3 and 9. */

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const MEMBER_STATUSES = ['active', 'pending', 'inactive'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Ownership is handed over, never mailed. */
export const INVITED_ROLES = ['member', 'admin'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** How long an invitation can be taken; the column `expires_at` counts the same. */
export const INVITATION_DAYS = 14;

export const MAX_ORGANIZATION_NAME_LENGTH = 120;

/** One or two letters that stand for a person: of the first and last word of a name, else of the address. */
export function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? email)][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}
