import { API_ROOT, API_ROUTES, operationOf, type Operation } from '../../../src-shared/api/index.ts';
import { ApiError } from './reply.ts';

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

interface Place {
  pattern: RegExp;
  names: string[];
  operation: Operation;
}

/** Made once: the schemas of the document are those of the checks. */
const places: Place[] = API_ROUTES.map((route) => {
  const names: string[] = [];
  const pattern = `${API_ROOT}${route.path}`.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { pattern: new RegExp(`^${pattern}$`), names, operation: operationOf(route) };
})
  // A fixed part before a named one: `/takes/{id}` is not `/takes/bin`.
  .sort((one, other) => one.names.length - other.names.length);

/** Those with as many slashes as a path has: of a hundred a few are left to be tried. */
const placesOf = Map.groupBy(places, ({ operation }) => lengthOf(`${API_ROOT}${operation.route.path}`));

export function findOperation(method: string, path: string): Match {
  const found = (placesOf.get(lengthOf(path)) ?? []).filter(({ pattern }) => pattern.test(path));
  if (found.length === 0) throw new ApiError('NOT_FOUND', 'The API has nothing at this address.');
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const place = found.find(({ operation }) => operation.route.method === wanted);
  if (!place) {
    const allow = [...new Set(found.map(({ operation }) => operation.route.method.toUpperCase()))];
    throw new ApiError('METHOD_NOT_ALLOWED', `This address takes ${allow.join(' or ')}.`, {
      allow: allow.join(', '),
    });
  }
  const values = place.pattern.exec(path)?.slice(1) ?? [];
  return {
    operation: place.operation,
    params: Object.fromEntries(place.names.map((name, index) => [name, decode(values[index] ?? '')])),
  };
}

function lengthOf(path: string): number {
  return path.split('/').length;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('BAD_INPUT', 'The address is not encoded as an address is.');
  }
}
