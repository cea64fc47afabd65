import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { OpenedProject } from '../../../src-shared/contract/projects.ts';
import type { Patch } from '../../../src-shared/domain/edit/patches.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { ProjectStore } from './store.ts';

interface Session {
  session: string;
  store: ProjectStore;
}

export interface SessionOptions {
  folderOf: (id: string) => string;
  createId: () => string;
  missingMedia: (id: string, project: Project) => Promise<string[]>;
  onTakenOver: (id: string, session: string) => void;
}

/** Who has which project open: one page each. */
export function createSessions(options: SessionOptions) {
  const { folderOf, createId } = options;
  const sessions = new Map<string, Session>();

  function release(id: string, session: string): void {
    const held = sessions.get(id);
    if (held?.session !== session) return;
    sessions.delete(id);
    // A removed project has nothing to be written.
    if (held.store.isThere()) held.store.compact();
  }

  function requireOwn(id: string, session: string): ProjectStore {
    const held = sessions.get(id);
    if (held?.session === session) return held.store;
    throw failWith('PROJECT_IN_USE', 'projectOpenNow');
  }

  async function describe(id: string, { session, store }: Session): Promise<OpenedProject> {
    const { project, revision, problem } = store;
    return { project, revision, session, problem, missingMedia: await options.missingMedia(id, project) };
  }

  function hold(id: string, store: ProjectStore, connection: AbortSignal | undefined): Session {
    const held = { session: createId(), store };
    sessions.set(id, held);
    connection?.addEventListener('abort', () => release(id, held.session), { once: true });
    return held;
  }

  return {
    async open(id: string, takeOver: boolean, connection?: AbortSignal): Promise<OpenedProject> {
      const held = sessions.get(id);
      if (held && !takeOver) throw failWith('PROJECT_IN_USE', 'projectOpenElsewhere');
      if (held) {
        release(id, held.session);
        options.onTakenOver(id, held.session);
      }
      return await describe(id, hold(id, ProjectStore.open(folderOf(id)), connection));
    },
    begin: (id: string, store: ProjectStore, connection?: AbortSignal) =>
      describe(id, hold(id, store, connection)),
    apply: (id: string, session: string, revision: number, patches: readonly Patch[]): number =>
      requireOwn(id, session).apply(revision, patches),
    async replace(id: string, session: string, project: Project): Promise<OpenedProject> {
      const store = requireOwn(id, session);
      store.replace(project);
      return await describe(id, { session, store });
    },
    release,
    refuseOpen(id: string): void {
      if (sessions.has(id)) throw failWith('PROJECT_IN_USE', 'projectOpenInWindow');
    },
    /** As it is now: of an open one with all changes. */
    read: (id: string): Project | null => sessions.get(id)?.store.project ?? null,
    close(): void {
      for (const [id, { session }] of sessions) release(id, session);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
