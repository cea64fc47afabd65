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
export class Sessions {
  readonly #options: SessionOptions;
  readonly #held = new Map<string, Session>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** `PROJECT_IN_USE` where it is open, here or in another tab, and is not taken over. */
  async begin(
    id: string,
    takeOver: boolean,
    open: () => Promise<ProjectStore>,
    connection?: AbortSignal,
  ): Promise<OpenedProject> {
    const { locks, createId } = this.#options;
    const here = this.#held.get(id);
    if (here && !takeOver) throw failWith('PROJECT_IN_USE', 'projectOpenElsewhere');
    this.#lose(id, here);
    let held: Session | undefined;
    const how = takeOver ? { steal: true } : { ifAvailable: true };
    const release = await holdLock(locks, openLock(id), how, () => this.#lose(id, held));
    if (!release) throw failWith('PROJECT_IN_USE', 'projectOpenElsewhere');
    try {
      const store = await this.#inTurn(id, open);
      const opened: Session = { session: createId(), store, release, clientId: await this.#ownerOf(id) };
      held = opened;
      this.#held.set(id, opened);
      connection?.addEventListener('abort', () => this.#end(id, opened.session), { once: true });
      return await this.#describe(id, opened);
    } catch (error) {
      release();
      throw error;
    }
  }

  apply(id: string, session: string, ...args: Parameters<ProjectStore['apply']>): Promise<number> {
    return this.#withOwn(id, session, ({ store }) => store.apply(...args));
  }

  replace(id: string, session: string, project: Project): Promise<OpenedProject> {
    return this.#withOwn(id, session, async (held) => {
      await held.store.replace(project);
      return await this.#describe(id, held);
    });
  }

  /** Closed cleanly: its journal begins again. */
  async release(id: string, session: string): Promise<void> {
    if (this.#held.get(id)?.session !== session) return;
    await this.#withOwn(id, session, ({ store }) => store.compact()).finally(() => this.#end(id, session));
  }

  /** `PROJECT_IN_USE` where any tab has it. */
  async refuseOpen(id: string): Promise<void> {
    if ((await this.#ownerOf(id)) !== undefined) throw failWith('PROJECT_IN_USE', 'projectOpenInWindow');
  }

  /** As it is now: of an open one with all changes. */
  read(id: string): Project | null {
    return this.#held.get(id)?.store.project ?? null;
  }

  close(): void {
    for (const { release } of this.#held.values()) release();
    this.#held.clear();
  }

  #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#options.locks.request(writeLock(id), work);
  }

  /** Works with a project that this tab has; another one may have taken it without a word having come yet. */
  #withOwn<T>(id: string, session: string, work: (held: Session) => Promise<T>): Promise<T> {
    return this.#inTurn(id, async () => {
      const held = this.#held.get(id);
      if (held?.session !== session || (await this.#ownerOf(id)) !== held.clientId)
        throw failWith('PROJECT_IN_USE', 'projectOpenNow');
      return await work(held);
    });
  }

  async #ownerOf(id: string): Promise<string | undefined> {
    return (await this.#options.locks.query()).held?.find(({ name }) => name === openLock(id))?.clientId;
  }

  async #describe(id: string, { session, store }: Session): Promise<OpenedProject> {
    const { project, revision, problem } = store;
    const missingMedia = await this.#options.missingMedia(id, project);
    return { project, revision, session, problem, missingMedia };
  }

  #end(id: string, session: string): void {
    const held = this.#held.get(id);
    if (held?.session !== session) return;
    this.#held.delete(id);
    held.release();
  }

  #lose(id: string, held: Session | undefined): void {
    if (!held || this.#held.get(id) !== held) return;
    this.#held.delete(id);
    this.#options.onTakenOver(id, held.session);
  }
}
