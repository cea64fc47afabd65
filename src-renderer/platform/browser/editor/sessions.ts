import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { OpenedProject } from '../../../../src-shared/contract/projects.ts';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import { holdLock } from '../holdLock.ts';
import type { ProjectStore } from './projectStore.ts';

interface Session {
  session: string;
  store: ProjectStore;
  /** Lets other tabs have it. */
  release: () => void;
  /** Who the browser's list of locks says that this tab is. */
  clientId: string | undefined;
}

interface SessionOptions {
  locks: LockManager;
  createId: () => string;
  missingMedia: (id: string, project: Project) => Promise<string[]>;
  onTakenOver: (id: string, session: string) => void;
}

const openLock = (id: string) => `sounddesk.project.${id}`;
/** Of what is written into a project's folder: one after the other, in all tabs. */
const writeLock = (id: string) => `sounddesk.project.${id}.write`;

/** Which tab has which project open: a lock of the browser, which it loses with the tab, or to one that takes it over. */
export function createSessions({ locks, createId, missingMedia, onTakenOver }: SessionOptions) {
  const sessions = new Map<string, Session>();
  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> => locks.request(writeLock(id), work);

  function lose(id: string, held: Session | undefined): void {
    if (!held || sessions.get(id) !== held) return;
    sessions.delete(id);
    onTakenOver(id, held.session);
  }

  const ownerOf = async (id: string) =>
    (await locks.query()).held?.find(({ name }) => name === openLock(id))?.clientId;

  async function begin(
    id: string,
    takeOver: boolean,
    open: () => Promise<ProjectStore>,
    connection?: AbortSignal,
  ): Promise<OpenedProject> {
    if (sessions.has(id)) {
      if (!takeOver) throw failWith('PROJECT_IN_USE', 'projectOpenElsewhere');
      lose(id, sessions.get(id));
    }
    let held: Session | undefined;
    const how = takeOver ? { steal: true } : { ifAvailable: true };
    const release = await holdLock(locks, openLock(id), how, () => lose(id, held));
    if (!release) throw failWith('PROJECT_IN_USE', 'projectOpenElsewhere');
    try {
      const store = await inTurn(id, open);
      const opened: Session = { session: createId(), store, release, clientId: await ownerOf(id) };
      held = opened;
      sessions.set(id, opened);
      connection?.addEventListener('abort', () => end(id, opened.session), { once: true });
      return await describe(id, opened);
    } catch (error) {
      release();
      throw error;
    }
  }

  async function describe(id: string, { session, store }: Session): Promise<OpenedProject> {
    const { project, revision, problem } = store;
    return { project, revision, session, problem, missingMedia: await missingMedia(id, project) };
  }

  function end(id: string, session: string): void {
    const held = sessions.get(id);
    if (held?.session !== session) return;
    sessions.delete(id);
    held.release();
  }

  /** Works with a project that this tab has; another one may have taken it without a word having come yet. */
  const withOwn = <T>(id: string, session: string, work: (held: Session) => Promise<T>): Promise<T> =>
    inTurn(id, async () => {
      const held = sessions.get(id);
      if (held?.session !== session || (await ownerOf(id)) !== held.clientId)
        throw failWith('PROJECT_IN_USE', 'projectOpenNow');
      return await work(held);
    });

  return {
    begin,
    apply: (id: string, session: string, ...args: Parameters<ProjectStore['apply']>): Promise<number> =>
      withOwn(id, session, ({ store }) => store.apply(...args)),
    replace: (id: string, session: string, project: Project): Promise<OpenedProject> =>
      withOwn(id, session, async (held) => {
        await held.store.replace(project);
        return await describe(id, held);
      }),
    /** Closed in good order: its journal begins again. */
    async release(id: string, session: string): Promise<void> {
      if (sessions.get(id)?.session !== session) return;
      await withOwn(id, session, ({ store }) => store.compact()).finally(() => end(id, session));
    },
    /** `PROJECT_IN_USE` where any tab has it. */
    async refuseOpen(id: string): Promise<void> {
      if ((await ownerOf(id)) !== undefined) throw failWith('PROJECT_IN_USE', 'projectOpenInWindow');
    },
    /** As it is now: of an open one with all changes. */
    read: (id: string): Project | null => sessions.get(id)?.store.project ?? null,
    close(): void {
      for (const { release } of sessions.values()) release();
      sessions.clear();
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
