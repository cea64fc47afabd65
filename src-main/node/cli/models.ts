import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { ModelRow } from '../../../src-shared/contract/models.ts';
import { inModelOrder } from '../../../src-shared/domain/models/index.ts';
import { createPercentage, EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { openCommandModels } from './voice.ts';

const HELP = `sounddesk models list
sounddesk models get MODEL… [--mirror URL]
sounddesk models import MODEL FILE…
sounddesk models remove MODEL…

Models that understand speech and translate on this computer, without a network and without a key, and the model
of the noise engine studio. None is part of SoundDesk. A download continues where it was cut off, and a model is installed when its hash is the
one that SoundDesk knows: wherever the file comes from.

  --mirror URL  fetch from another server with the same paths, from now on; "origin" goes back
  --json        the list as JSON
  --help        print this

Exit codes: 0 all is well, 1 something failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).`;

export async function runModels(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('models', args, {
    mirror: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(HELP);
    return EXIT.ok;
  }
  const [action, ...names] = positionals;
  const models = openCommandModels();
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  process.once('SIGTERM', () => cancel.abort());
  try {
    if (values.mirror !== undefined) models.setMirror(toMirror(values.mirror));
    if (action === 'list' && names.length === 0) {
      const state = await models.read();
      print(values.json ? JSON.stringify(state, null, 2) : formatTable(state.rows.map(toLine)));
    } else if (action === 'get' && names.length > 0) {
      for (const name of names) await get(models, name, cancel.signal);
    } else if (action === 'import' && names.length >= 2) {
      const [id = '', ...files] = names;
      files.forEach(assertFile);
      const { rows } = await models.read();
      const model = rows.find((row) => row.model.id === id)?.model;
      const ordered = model ? inModelOrder(model, files, (file) => basename(file)) : files;
      await models.importFiles(id, readAll(ordered), cancel.signal);
      print(`${id} is installed`);
    } else if (action === 'remove' && names.length > 0) {
      for (const name of names) models.remove(name);
    } else {
      throw new UsageError('Say what to do: sounddesk models list, get, import or remove.');
    }
    return EXIT.ok;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    printError(error instanceof Error ? error.message : String(error));
    return error instanceof RpcError && error.code === 'CANCELLED' ? EXIT.interrupted : EXIT.failed;
  }
}

async function get(
  models: ReturnType<typeof openCommandModels>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const percentage = createPercentage(id);
  const timer = setInterval(() => {
    void models.read().then(({ rows }) => {
      const row = rows.find(({ model }) => model.id === id);
      if (row) percentage.update(row.doneBytes / row.sizeBytes);
    });
  }, 500);
  try {
    await models.install(id, signal);
  } finally {
    clearInterval(timer);
    percentage.clear();
  }
  print(`${id} is installed`);
}

function toLine({ model, sizeBytes, state, doneBytes }: ModelRow): string[] {
  const isPart = state !== 'installed' && doneBytes > 0;
  const where = isPart ? `${formatBytes(doneBytes)} are here` : state === 'installed' ? 'installed' : '';
  const languages = typeof model.languages === 'string' ? model.languages : model.languages.join(',');
  return [model.id, model.kind, formatBytes(sizeBytes), model.licence, languages, where];
}

const formatBytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

function toMirror(text: string): string | null {
  if (text === 'origin') return null;
  if (/^https?:\/\/./.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`--mirror is an address that begins with https:// or http://, not "${text}".`);
}

function assertFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  throw new UsageError(`There is no file ${path}.`);
}

async function* readAll(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>;
}
