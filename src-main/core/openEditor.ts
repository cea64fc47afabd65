import { join } from 'node:path';
import { createProjectsService, soundDirOf, type ReadTake } from '../services/projects/index.ts';
import { createRendersService, type StripMaker } from '../services/renders/index.ts';
import { watchActivity } from './activity.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** The video editor: its projects, and what is exported of them. */
export function openEditor(
  ports: CorePorts,
  hub: CoreHub,
  { readTake, strips }: { readTake: ReadTake; strips: StripMaker },
) {
  const { dataDir, clock, log, createId } = ports;
  const projects = createProjectsService({
    dir: join(dataDir, 'projects'),
    soundDir: soundDirOf(dataDir),
    readTake,
    createId,
    clock,
    log,
    onChanged: (id) => hub.emit('projects.onChanged', { id }),
    onTakenOver: (id, session) => hub.emit('projects.onTakenOver', { id, session }),
  });
  const renders = createRendersService({
    projects,
    strips,
    version: ports.version,
    stripsPath: join(dataDir, 'cache', 'editor-strips'),
    quiet: watchQuiet(hub),
    exportsPath: join(dataDir, 'exports', 'editor'),
    workPath: join(dataDir, 'cache', 'renders'),
    soundDir: soundDirOf(dataDir),
    launch: ports.launchRender,
    kernelPath: ports.kernelPath,
    showInFolder: ports.showInFolder ?? null,
    createId,
    clock,
    log,
    onProgressed: (job) => hub.emit('renders.onProgressed', job),
    onStripProgressed: (progress) => hub.emit('renders.onStripProgressed', progress),
    onChanged: (jobs) => hub.emit('renders.onChanged', jobs),
  });
  return {
    handlers: { ...projects.handlers, ...renders.handlers },
    /** What an earlier run left is removed, and exports that it was killed at continue. */
    async begin() {
      await projects.sweep();
      await renders.resume();
    },
    async close() {
      await renders.close();
      projects.close();
    },
  };
}

/** What records or broadcasts must not be disturbed by what can wait. */
function watchQuiet(hub: CoreHub) {
  const listeners = new Set<() => void>();
  const findActivity = watchActivity(hub, () => [...listeners].forEach((listener) => listener()));
  return {
    isBroken: () => ['recording', 'broadcast'].includes(findActivity() ?? ''),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
