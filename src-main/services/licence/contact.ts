import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { BackendAddress } from '../ports.ts';
import { unreachable } from './post.ts';
import { createLicenceServer, type LicenceServer } from './server.ts';

/** The account server of now; null where there is none. */
export type FindBackend = () => BackendAddress | null | Promise<BackendAddress | null>;

/** Asks the account server of now, and keeps why it could not be reached, for who looks later. */
export class ServerContact {
  readonly #findBackend: FindBackend;
  #problem: string | null = null;

  constructor(findBackend: FindBackend) {
    this.#findBackend = findBackend;
  }

  /** Why the last contact failed; null where the server answered. */
  get problem(): string | null {
    return this.#problem;
  }

  async readUrl(): Promise<string | null> {
    return (await this.#findBackend())?.url ?? null;
  }

  async find(): Promise<LicenceServer | null> {
    const address = await this.#findBackend();
    return address && createLicenceServer(address);
  }

  async ask<T>(act: (server: LicenceServer) => Promise<T>): Promise<T> {
    try {
      const server = await this.find();
      if (!server) throw unreachable(null);
      const result = await act(server);
      this.#problem = null;
      return result;
    } catch (error) {
      const isUnreached = error instanceof RpcError && error.code === 'SERVER_UNREACHABLE';
      this.#problem = isUnreached ? error.message : null;
      throw error;
    }
  }
}
