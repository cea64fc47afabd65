import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { PluginCatalogue } from '../../../src-shared/contract/plugins.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { createCommandLog } from './engine.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { createCommandCatalogue } from './pluginCatalogue.ts';

const PLUGINS_HELP = `sounddesk plugins scan [DIR]… [options]

  scan               find the VST3 plug-ins of this machine: in the folders of the system and of the
                     user, in those that VST3_PATH names, and in those of the settings. Each file is
                     loaded in a process of its own, which is ended after 3 s; what has not changed
                     since the last scan is not loaded again.
  scan DIR…          only in these folders, or only these plug-ins; nothing is remembered of them
      --force        load everything again, also what has failed before

  --json             print an object: plugins (id, name, category, vendor, version, path), failed
                     (path, code, message, failedAtMs), folders (path, isOwn, exists, problem)
  --help             print this

Exit codes: 0 done, also where plug-ins have failed; 1 nothing could be scanned; 2 wrong usage;
130 interrupted (143 by SIGTERM).`;

export async function runPlugins(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('plugins', args, {
    force: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(PLUGINS_HELP);
    return EXIT.ok;
  }
  const [action = '', ...rest] = positionals;
  if (action !== 'scan') {
    throw new UsageError(`Say what to do: scan, not "${action}". "npx sounddesk plugins --help" explains.`);
  }
  return await runScan(rest, values);
}

async function runScan(dirs: string[], { force, json }: { force: boolean; json: boolean }): Promise<number> {
  for (const dir of dirs) assertThere(dir);
  const line = createScanLine();
  const catalogue = createCommandCatalogue({
    folders: dirs.length > 0 ? dirs.map((dir) => resolve(dir)) : null,
    log: createCommandLog(),
    onProgress: ({ done, total, current }) => line.show(done, total, current),
  });
  let signalCode: number | null = null;
  const stop = (code: number) => () => {
    if (signalCode !== null) process.exit(code);
    signalCode = code;
    void catalogue.cancel();
  };
  process.on('SIGINT', stop(EXIT.interrupted));
  process.on('SIGTERM', stop(EXIT.terminated));
  process.on('SIGHUP', stop(EXIT.terminated));
  try {
    await catalogue.scan(force);
  } catch (error) {
    line.clear();
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  }
  line.clear();
  if (signalCode !== null) {
    printError('Interrupted: what was found until then is kept.');
    return signalCode;
  }
  const { plugins, failed, folders } = catalogue.read();
  print(
    json ? JSON.stringify({ plugins, failed, folders }, null, 2) : describe({ plugins, failed, folders }),
  );
  return EXIT.ok;
}

function assertThere(dir: string): void {
  try {
    statSync(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EACCES' ? 'may not be read by you' : 'is not there';
    throw new UsageError(`${dir} ${why}. Name a folder that holds VST3 plug-ins.`);
  }
}

function describe({
  plugins,
  failed,
  folders,
}: Pick<PluginCatalogue, 'plugins' | 'failed' | 'folders'>): string {
  const problems = folders.flatMap(({ problem }) => problem ?? []);
  const table = formatTable(
    plugins.map(({ name, category, vendor, version, id, path }) => [
      name,
      category,
      vendor,
      version,
      id,
      path,
    ]),
  );
  const failures = failed.map(({ path, code, message }) => `  ${path}\n    ${code}: ${message}`);
  return [
    table || `No plug-ins in ${folders.map(({ path }) => path).join(', ')}.`,
    ...(failures.length > 0 ? [`Not loaded (${failures.length}):`, ...failures] : []),
    ...problems,
  ].join('\n');
}

/** One line on standard error, on a terminal alone. */
function createScanLine(): {
  show: (done: number, total: number, current: string | null) => void;
  clear: () => void;
} {
  const surface = process.stderr;
  if (!surface.isTTY) return { show: () => undefined, clear: () => undefined };
  const clear = () => void surface.write('\r\x1b[2K');
  return {
    clear,
    show(done, total, current) {
      clear();
      const name = current === null ? '' : basename(current);
      surface.write(
        `${PRODUCT_NAME}: ${done} of ${total}  ${name}`.slice(0, Math.max(20, (surface.columns || 80) - 1)),
      );
    },
  };
}
