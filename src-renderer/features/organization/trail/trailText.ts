import type { trail } from './texts.ts';
import type { TrailEntry } from './trailApi.ts';

/** What an entry of the trail says: a text of ours, and what is in it. */
export interface TrailText {
  key: keyof typeof trail.did;
  values: Record<string, string>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** In words what was done; what has none of its own is reported by its table. */
export function trailText(entry: TrailEntry): TrailText {
  const { action, table_name: table, subject } = entry;
  const before = entry.old_values ?? {};
  const after = entry.new_values ?? {};
  const name = subject;
  const has = (column: string) => action === 'update' && before[column] !== after[column];
  const said = (key: TrailText['key'], more: Record<string, string> = {}): TrailText => ({
    key,
    values: { name, ...more },
  });
  if (table === 'organization_members') {
    const isOwn = entry.actor !== null && entry.actor === subject;
    if (action === 'insert') return said(isOwn ? 'joined' : 'added', { role: text(after.role) });
    if (action === 'delete') return said(isOwn ? 'left' : 'removed');
    if (has('role')) return said('role', { from: text(before.role), to: text(after.role) });
    if (has('status')) return said('status', { from: text(before.status), to: text(after.status) });
  }
  if (table === 'organization_invitations') {
    if (action === 'insert') return said('invited', { role: text(after.role) });
    if (has('accepted_at')) return said('accepted');
    if (has('revoked_at')) return said('voided');
  }
  if (table === 'organizations') {
    if (action === 'insert') return said('founded');
    if (has('name')) return said('renamed', { from: text(before.name), to: text(after.name) });
  }
  if (table === 'teams') {
    if (action === 'insert') return said('teamMade');
    return said(action === 'delete' ? 'teamDeleted' : 'teamChanged');
  }
  if (table === 'team_members') {
    const team = entry.team ?? '…';
    if (action === 'insert') return said('teamJoined', { team });
    if (has('role')) return said(after.role === 'lead' ? 'teamLead' : 'teamNoLead', { team });
    return said('teamLeft', { team });
  }
  if (table === 'api_keys') {
    if (action === 'insert') return said('keyMade');
    if (action === 'delete') return said('keyDeleted');
    if (has('status')) return said(after.status === 'revoked' ? 'keyRevoked' : 'keyReactivated');
    return said('keyChanged');
  }
  if (table === 'billing_details') return said('billing');
  if (table === 'subscriptions') return said('subscription');
  return said('other', { table: table.replaceAll('_', ' ') });
}
