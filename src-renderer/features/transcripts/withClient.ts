import { RpcError, type Answer } from '../../../src-shared/contract/errors.ts';
import type { ThunkExtra } from '../../platform/index.ts';

export type Client = ThunkExtra['client'];

/** A thunk that only asks the host. */
export const withClient =
  <T>(work: (client: Client) => T) =>
  (_dispatch: unknown, _getState: unknown, { client }: Pick<ThunkExtra, 'client'>): T =>
    work(client);

/** What throws, as an answer. */
export async function attempt<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { success: true, data: await work() };
  } catch (error) {
    const failure = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
    return { success: false, error: failure.toFailure() };
  }
}
