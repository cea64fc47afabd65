import { API_ROUTES, operationOf, requestOf, type Operation } from '../../../../src-shared/api/index.ts';
import { readOwnerKey } from '../../../services/api/index.ts';
import { findDataDir, findDesktopDataDir } from '../../dataDir.ts';

/** Where the API is served, and with which key it is called. */
export interface ApiPlace {
  url: string;
  key: string;
}

export const NOT_SERVED =
  'No SoundDesk with its API on runs on this computer. Start it, and switch the API on in Settings, under API Keys.';

/**
 * The API of the SoundDesk that runs: `$SOUNDDESK_API_KEY` (at `$SOUNDDESK_API`, or where the running one serves), else the
 * key of this user's own SoundDesk. `needsKey`: the key has to be named.
 */
export function findApi(env: NodeJS.ProcessEnv = process.env, needsKey = false): ApiPlace | null {
  const owner = readOwnerKey(findDataDir(env)) ?? readOwnerKey(findDesktopDataDir(env));
  const url = env.SOUNDDESK_API ?? (owner ? `http://127.0.0.1:${owner.port}` : null);
  const key = env.SOUNDDESK_API_KEY ?? (needsKey ? null : (owner?.key ?? null));
  return url === null || key === null ? null : { url, key };
}

const operations = new Map<string, Operation>();

export function findOperation(id: string): Operation {
  const known = operations.get(id);
  if (known) return known;
  const route = API_ROUTES.find((one) => one.id === id);
  if (!route) throw new Error(`the API has no operation ${id}`);
  const operation = operationOf(route);
  operations.set(id, operation);
  return operation;
}

export interface ApiOutcome {
  isGood: boolean;
  /** The answer, or the problem. */
  data: unknown;
  /** Of the problem. */
  message: string;
}

/** Calls an operation; never rejects. */
export async function callApi(
  place: ApiPlace,
  id: string,
  input: Record<string, unknown> = {},
): Promise<ApiOutcome> {
  const { method, path, body } = requestOf(findOperation(id), input);
  try {
    const response = await fetch(`${place.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${place.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const data: unknown = text === '' ? null : JSON.parse(text);
    const { detail } = (data ?? {}) as { detail?: unknown };
    return { isGood: response.ok, data, message: typeof detail === 'string' ? detail : '' };
  } catch {
    return { isGood: false, data: null, message: NOT_SERVED };
  }
}
