import type { Session, sessionContract } from '../../../src-shared/contract/session.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';

/** The one workspace of a machine without accounts. */
export function createSessionService(options: { userName: string }): {
  handlers: Handlers<typeof sessionContract>;
} {
  const session: Session = { kind: 'local', workspaceName: 'Personal', userName: options.userName };
  return { handlers: { 'session.read': () => session } };
}
