import { join } from 'node:path';
import { createScrub } from '../../src-shared/domain/scrub.ts';
import { createCrashReports, type CrashReports } from '../services/crashes/index.ts';
import { readLogTail, readPersonal } from '../services/diagnostics/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** Reports of crashes, also of plug-ins, which the engine process survives. */
export function openCrashes(ports: CorePorts, hub: CoreHub): CrashReports {
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
  hub.subscribe('plugins.onMarked', ({ pluginId, code, message }) =>
    reports.add('pluginHost', `${code}: ${message} (${pluginId ?? 'one of a chain'})`),
  );
  return reports;
}
