import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { PluginCatalogue } from '../../../src-shared/contract/plugins.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { createCommandLog } from './engine.ts';
import { listenForSignals } from './interruption.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { runAllow } from './pluginsAllow.ts';
import { createCommandCatalogue } from './pluginCatalogue.ts';
import { reportFailure, runRender, runShow } from './pluginsRender.ts';

const PLUGINS_HELP = `sounddesk plugins scan|show|render|allow|disallow … [options]

  scan               find the VST3 plug-ins of this machine: in the folders of the system and of the
                     user, in those that VST3_PATH names, and in those of the settings. Each file is
                     loaded in a process of its own, which is ended after 3 s; what has not changed
                     since the last scan is not loaded again.
  scan DIR…          only in these folders, or only these plug-ins; nothing is remembered of them
      --force        load everything again, also what has failed before
  allow DIR…         let the Plug-ins screen add these folders, and what lies in them. Plug-ins are programs
                     that run as you, so a page can't do that alone. Without DIR: list what is allowed.
  disallow DIR…      take that back; folders that are searched already stay until they are removed there
  show ID|PATH       name, maker, buses, delay and parameters of one plug-in
  render PATH IN -o OUT
                     run a recording through a plug-in; the result is as long as the recording and
                     lies on it to the sample. It appears under its name when it is whole.
      --param NAME=VALUE   set a parameter, in its own units or by the name of its place; repeatable
      --preset FILE        a .vstpreset file, taken before the parameters
      --force              replace a file that is there already

  --json             print an object; of scan: plugins (id, name, category, vendor, version, path), failed
                     (path, code, message, failedAtMs), folders (path, isOwn, exists, problem)
  --help             print this

Exit codes: 0 done, also where a scan lists plug-ins that have failed; 1 it failed, in one line with
the code at its end; 2 wrong usage; 130 interrupted (143 by SIGTERM).`;

export async function runPlugins(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('plugins', args, {
    output: { type: 'string', short: 'o' },
    param: { type: 'string', multiple: true },
    preset: { type: 'string' },
    force: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(PLUGINS_HELP);
    return EXIT.ok;
  }
  const [action = '', ...rest] = positionals;
  const hint = '"npx sounddesk plugins --help" explains.';
  if (action === 'scan') return await runScan(rest, values);
  if (action === 'allow' || action === 'disallow') return runAllow(action, rest, values.json);
  if (action !== 'show' && action !== 'render') {
    throw new UsageError(`Say what to do: scan, show, render, allow or disallow, not "${action}". ${hint}`);
  }
  const [plugin, ...files] = rest;
  if (!plugin) throw new UsageError(`Say which plug-in: sounddesk plugins ${action} PATH. ${hint}`);
  if (action === 'render') return await runRender(plugin, files, values);
  if (files.length > 0)
    throw new UsageError(`One plug-in at a time, not "${files.join(' ')}" as well. ${hint}`);
  return await runShow(plugin, values);
}

async function runScan(dirs: string[], { force, json }: { force: boolean; json: boolean }): Promise<number> {
  for (const dir of dirs) assertThere(dir);
  const line = createScanLine();
  const catalogue = createCommandCatalogue({
    folders: dirs.length > 0 ? dirs.map((dir) => resolve(dir)) : null,
    log: createCommandLog(),
    onProgress: ({ done, total, current }) => line.show(done, total, current),
  });
  const interruption = listenForSignals();
  interruption.signal.addEventListener('abort', () => void catalogue.cancel());
  try {
    await catalogue.scan(force);
  } catch (error) {
    line.clear();
    return reportFailure(error);
  }
  line.clear();
  if (interruption.signal.aborted) {
    printError('Interrupted: everything found so far is saved.');
    return interruption.exitCode();
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
