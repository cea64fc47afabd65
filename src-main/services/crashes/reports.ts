import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CrashList, crashesContract } from '../../../src-shared/contract/crashes.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { CRASHED_PARTS, type CrashedPart } from '../../../src-shared/domain/crashes.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';

/** The oldest go first. */
const MOST_REPORTS = 20;
const MOST_REASON_CHARS = 4_000;
const MOST_LOG_LINES = 60;
const MOST_LINE_CHARS = 1_000;
/** A report has a tenth of it. */
const MOST_FILE_BYTES = 512 * 1024;
const NAME = /^([\w-]{1,80})\.json$/;

const reportSchema = z.object({
  part: z.enum(CRASHED_PARTS),
  atMs: z.number(),
  version: z.string(),
  system: z.string(),
  reason: z.string(),
  log: z.array(z.string()),
});
type Report = z.infer<typeof reportSchema>;

export interface CrashReportsOptions {
  dir: string;
  version: string;
  operatingSystem: string;
  isSafeMode: boolean;
  /** The last lines of the log, oldest first. */
  readLog: () => string[];
  /** Takes out of a text what is nobody else's business. */
  scrub: (text: string) => string;
  createId: () => string;
  clock: Clock;
  log: Log;
  onChanged: (list: CrashList) => void;
}

export interface CrashReports {
  handlers: Handlers<typeof crashesContract>;
  /** Keeps what is known of a crash. Never throws: it is called while something else goes wrong. */
  add: (part: CrashedPart, reason: string) => void;
}

/**
 * Reports of crashes as text: what, when, why, and the last lines of the log, without secrets, names and folders. No image of the
 * memory is made, which could hold anything. They stay in `dir`, and nothing here sends them.
 */
export function createCrashReports(options: CrashReportsOptions): CrashReports {
  const { dir, clock, log } = options;

  const idsNewestFirst = () => {
    const names = readFolder(dir).flatMap((name) => NAME.exec(name)?.[1] ?? []);
    return names.toSorted((a, b) => (a < b ? 1 : -1));
  };

  function read(id: string): Report | null {
    try {
      const report = reportSchema.safeParse(
        readJsonSync(join(dir, `${id}.json`), { mostBytes: MOST_FILE_BYTES }),
      );
      return report.data ?? null;
    } catch {
      // Removed meanwhile, or no report of ours.
      return null;
    }
  }

  function list(): CrashList {
    const reports = idsNewestFirst().flatMap((id) => {
      const report = read(id);
      return report ? [{ id, part: report.part, atMs: report.atMs, reason: report.reason }] : [];
    });
    return { reports, isSafeMode: options.isSafeMode };
  }

  function remove(ids: readonly string[]): void {
    for (const id of ids) rmSync(join(dir, `${id}.json`), { force: true });
  }

  return {
    add(part, reason) {
      try {
        const atMs = clock.nowMs();
        const report: Report = {
          part,
          atMs,
          version: options.version,
          system: options.operatingSystem,
          reason: options.scrub(reason).slice(0, MOST_REASON_CHARS),
          log: options
            .readLog()
            .slice(-MOST_LOG_LINES)
            .map((line) => options.scrub(line).slice(0, MOST_LINE_CHARS)),
        };
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        const id = `${new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')}-${options.createId().slice(0, 8)}`;
        writeFileDurably(join(dir, `${id}.json`), `${JSON.stringify(report, null, 2)}\n`);
        remove(idsNewestFirst().slice(MOST_REPORTS));
        options.onChanged(list());
      } catch (error) {
        log.error('a crash could not be reported', error, { part });
      }
    },
    handlers: {
      'crashes.list': list,
      'crashes.read'({ id }) {
        const report = read(id);
        if (!report) throw failWith('FILE_NOT_FOUND', 'crashReportGone');
        return textOf(report);
      },
      'crashes.remove'({ ids }) {
        remove(ids);
        const left = list();
        options.onChanged(left);
        return left;
      },
    },
  };
}

function textOf({ part, atMs, version, system, reason, log }: Report): string {
  const head = [
    `Crash of: ${part}`,
    `When: ${new Date(atMs).toISOString()}`,
    `Version: ${version}`,
    `System: ${system}`,
  ];
  return [...head, `Reason: ${reason}`, '', 'Last lines of the log:', ...log].join('\n');
}

function readFolder(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
