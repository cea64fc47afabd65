import type { ThunkExtra } from '../../platform/index.ts';

export type Client = ThunkExtra['client'];

/** A thunk that only asks the host. */
export const withClient =
  <T>(work: (client: Client) => T) =>
  (_dispatch: unknown, _getState: unknown, { client }: Pick<ThunkExtra, 'client'>): T =>
    work(client);
