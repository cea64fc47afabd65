import { expect, it } from 'vitest';
import type { TrailEntry } from './trailApi.ts';
import { trailText } from './trailText.ts';

const entry = (values: Partial<TrailEntry>): TrailEntry => ({
  id: 1,
  occurred_at: '2026-11-22T00:00:00Z',
  actor: 'Maria',
  action: 'update',
  table_name: 'organization_members',
  subject: 'Ben',
  team: null,
  old_values: null,
  new_values: null,
  ...values,
});

it.each<[Partial<TrailEntry>, string]>([
  [{ action: 'insert', new_values: { role: 'member' } }, 'added'],
  [{ action: 'insert', actor: 'Ben', new_values: { role: 'member' } }, 'joined'],
  [{ action: 'delete' }, 'removed'],
  [{ action: 'delete', actor: 'Ben' }, 'left'],
  [{ old_values: { role: 'member' }, new_values: { role: 'admin' } }, 'role'],
  [{ old_values: { status: 'pending' }, new_values: { status: 'active' } }, 'status'],
  [{ table_name: 'organization_invitations', action: 'insert' }, 'invited'],
  [{ table_name: 'organization_invitations', new_values: { accepted_at: 'x' } }, 'accepted'],
  [{ table_name: 'organization_invitations', new_values: { revoked_at: 'x' } }, 'voided'],
  [{ table_name: 'organizations', action: 'insert' }, 'founded'],
  [{ table_name: 'organizations', old_values: { name: 'A' }, new_values: { name: 'B' } }, 'renamed'],
  [{ table_name: 'teams', action: 'insert' }, 'teamMade'],
  [{ table_name: 'teams' }, 'teamChanged'],
  [{ table_name: 'teams', action: 'delete' }, 'teamDeleted'],
  [{ table_name: 'team_members', action: 'insert' }, 'teamJoined'],
  [{ table_name: 'team_members', action: 'delete' }, 'teamLeft'],
  [{ table_name: 'api_keys', action: 'insert' }, 'keyMade'],
  [
    { table_name: 'api_keys', old_values: { status: 'active' }, new_values: { status: 'revoked' } },
    'keyRevoked',
  ],
  [
    { table_name: 'api_keys', old_values: { status: 'revoked' }, new_values: { status: 'active' } },
    'keyReactivated',
  ],
  [{ table_name: 'api_keys', action: 'delete' }, 'keyDeleted'],
  [{ table_name: 'subscriptions' }, 'subscription'],
  [{ table_name: 'payments' }, 'other'],
  // An erased person: what was done stays, the values are gone.
  [{ subject: '' }, 'other'],
])('%j is reported as "%s"', (values, key) => {
  expect(trailText(entry(values)).key).toBe(key);
});

it('names what is in it', () => {
  const { values } = trailText(entry({ old_values: { role: 'member' }, new_values: { role: 'admin' } }));
  expect(values).toEqual({ name: 'Ben', from: 'member', to: 'admin' });
});
