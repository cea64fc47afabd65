import { API_SCOPES, type ApiScope } from '../domain/apiKeys.ts';
import type { ApiRoute } from './route.ts';

/** Of a key of this computer `read`, `control` and `files`; of an organization's also one kind of work each. */
export const KEY_SCOPES = API_SCOPES;
export type KeyScope = ApiScope;

/** What the scopes for one kind of work open: starting it, and following, changing and ending it. */
const TAG_OF: Partial<Record<KeyScope, string>> = {
  'noise-cancellation:start': 'Noise cancellation',
  'recording:create': 'Recording',
  'broadcast:start': 'Broadcast',
  'voice:transcribe': 'Voice',
};

/** By which of its scopes a key may make a call; null: it may not. */
export function scopeFor(scopes: readonly KeyScope[], { id, scope, tag }: ApiRoute): KeyScope | null {
  const opens = (own: KeyScope) =>
    own === scope || TAG_OF[own] === tag || (own in TAG_OF && id === 'readKey');
  return scopes.find(opens) ?? null;
}
