import { join } from 'node:path';
import { createScrub } from '../../src-shared/domain/scrub.ts';
import { createCrashReports, type CrashReports } from '../services/crashes/index.ts';
import { readLogTail, readPersonal } from '../services/diagnostics/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** What restarts is up again by then: a report may wait for the disk. */
const LATER_MS = 500;

export interface OpenCrashes extends CrashReports {
  /** Keeps it in a moment, beside the restart. */
  addLater: CrashReports['add'];
  /** Keeps at once what waits. */
  close: () => void;
}

/** Reports of crashes, also of plug-ins, which the engine process survives. */
export function openCrashes(ports: CorePorts, hub: CoreHub): OpenCrashes {
  const reports = createCrashReports({
    dir: join(ports.dataDir, 'crashes'),
    version: ports.version,
    operatingSystem: ports.operatingSystem,
    isSafeMode: ports.isSafeMode ?? false,
    readLog: () => readLogTail(ports.logFile ?? null),
    scrub: (text) => createScrub(readPersonal(ports))(text),
    createId: ports.createId,
    clock: ports.clock,
    log: ports.log,
    onChanged: (list) => hub.emit('crashes.onChanged', list),
  });
  const waiting = new Map<NodeJS.Timeout, () => void>();
  const addLater: CrashReports['add'] = (part, reason) => {
    const add = () => {
      clearTimeout(timer);
      waiting.delete(timer);
      reports.add(part, reason);
    };
    const timer = setTimeout(add, LATER_MS);
    timer.unref();
    waiting.set(timer, add);
  };
  hub.subscribe('plugins.onMarked', ({ pluginId, code, message }) =>
    addLater('pluginHost', `${code}: ${message} (${pluginId ?? 'one of a chain'})`),
  );
  return { ...reports, addLater, close: () => [...waiting.values()].forEach((add) => add()) };
}
