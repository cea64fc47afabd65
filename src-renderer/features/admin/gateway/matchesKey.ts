import type { GatewayKey } from './gatewayApi.ts';

/** Whether a search finds a key: by name and description, and by what is shown of the key itself where that is asked for. */
export function matchesKey(
  key: Pick<GatewayKey, 'key_name' | 'description' | 'key_prefix' | 'key_suffix'>,
  typed: string,
  isKeySearched: boolean,
): boolean {
  const wanted = typed.trim().toLowerCase();
  const parts = [key.key_name, key.description ?? ''];
  if (isKeySearched) parts.push(key.key_prefix, key.key_suffix);
  if (parts.some((part) => part.toLowerCase().includes(wanted))) return true;
  // A whole key that somebody pasted: only its ends are known here.
  return (
    isKeySearched &&
    wanted.length > key.key_prefix.length + key.key_suffix.length &&
    wanted.startsWith(key.key_prefix) &&
    wanted.endsWith(key.key_suffix)
  );
}
