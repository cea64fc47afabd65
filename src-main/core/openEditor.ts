import { join } from 'node:path';
import { createProjectsService, soundDirOf, type ReadTake } from '../services/projects/index.ts';
import { createRendersService, type StripMaker } from '../services/renders/index.ts';
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
