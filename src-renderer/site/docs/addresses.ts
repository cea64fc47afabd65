import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** Where an article is read; `query`: what is marked in it. */
export function articlePath(id: string, query = ''): `${typeof ROUTES.documentation}/${string}` {
  const search = query === '' ? '' : `?${new URLSearchParams({ search: query }).toString()}`;
  return `${ROUTES.documentation}/${id}${search}`;
}
