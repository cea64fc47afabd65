import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import { captureSetUpSchema, type CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  MAX_TEMPLATES,
  templateSchema,
  type Template,
  type templatesContract,
} from '../../../src-shared/contract/templates.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import {
  makeFolderDurably,
  readJsonSync,
  removeDurably,
  writeFileDurably,
} from '../../../src-node/files/index.ts';
import { MOST_SET_UP_BYTES } from './setUpStore.ts';
import type { Clock, Log } from '../ports.ts';

const fileSchema = templateSchema.pick({ id: true, name: true, savedAtMs: true }).extend({
  version: z.literal(1),
  setUp: captureSetUpSchema,
  // Files of every version call the cameras and screens so.
  pictures: templateSchema.shape.video,
});
type TemplateFile = z.infer<typeof fileSchema>;

export interface TemplatesOptions {
  /** A file for each; made when it is needed. */
  dir: string;
  createId: () => string;
  clock: Clock;
  log: Log;
  /** The set-up as it is, with the states of its plug-ins. */
  readSetUp: () => CaptureSetUp;
  applySetUp: (setUp: CaptureSetUp) => Promise<CaptureState>;
}

/** Set-ups that are kept under names. */
export function createTemplates(options: TemplatesOptions): Handlers<typeof templatesContract> {
  const { createId, clock } = options;
  const files = createTemplateFiles(options.dir, options.log);
  /** What was there before the last one was opened. */
  let replaced: CaptureSetUp | null = null;

  return {
    'templates.list': () => files.list(),
    'templates.save'({ name, isReplacing, video }) {
      const known = files.read();
      const same = known.find((template) => isSameName(template.name, name));
      if (same && !isReplacing) {
        throw failWith('TEMPLATE_EXISTS', 'setUpNameTaken', { values: { name: same.name } });
      }
      if (!same && known.length >= MAX_TEMPLATES) {
        throw failWith('TEMPLATE_UNWRITABLE', 'setUpsFull', { values: { count: MAX_TEMPLATES } });
      }
      return files.write({
        version: 1,
        id: same?.id ?? createId(),
        name,
        savedAtMs: clock.nowMs(),
        setUp: options.readSetUp(),
        pictures: video,
      });
    },
    async 'templates.apply'({ id }) {
      const { setUp } = files.require(id);
      const before = options.readSetUp();
      const state = await options.applySetUp(setUp);
      replaced = before;
      return state;
    },
    async 'templates.undoApply'() {
      if (!replaced) throw failWith('TEMPLATE_NOT_FOUND', 'noEarlierSetUp');
      const state = await options.applySetUp(replaced);
      replaced = null;
      return state;
    },
    'templates.delete': ({ id }) => files.remove(id),
  };
}

/** A file that cannot be read is left out, logged and left where it is. */
function createTemplateFiles(dir: string, log: Log) {
  const pathOf = (id: string) => join(dir, `${id}.json`);

  function read(): TemplateFile[] {
    return namesIn(dir)
      .flatMap((name) => {
        try {
          return [fileSchema.parse(readJsonSync(join(dir, name), { mostBytes: MOST_SET_UP_BYTES }))];
        } catch (error) {
          log.error('a kept set-up cannot be read', error, { path: join(dir, name) });
          return [];
        }
      })
      .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index)
      .sort((a, b) => a.name.localeCompare(b.name));
  }
  const list = (): Template[] => read().map(toTemplate);

  function require(id: string): TemplateFile {
    const found = read().find((template) => template.id === id);
    if (found) return found;
    throw failWith('TEMPLATE_NOT_FOUND', 'setUpGone');
  }

  function change(work: () => void): Template[] {
    try {
      makeFolderDurably(dir, { recursive: true, mode: 0o700 });
      work();
    } catch (cause) {
      const values = { folder: dir, reason: reasonOf(cause) };
      throw failWith('TEMPLATE_UNWRITABLE', 'setUpsUnwritable', { values, cause });
    }
    return list();
  }

  return {
    read,
    list,
    require,
    write: (file: TemplateFile) =>
      change(() => writeFileDurably(pathOf(file.id), `${JSON.stringify(file, null, 2)}\n`)),
    remove(id: string) {
      require(id);
      return change(() => removeDurably(pathOf(id)));
    },
  };
}

function toTemplate({ id, name, savedAtMs, setUp, pictures }: TemplateFile): Template {
  return {
    id,
    name,
    savedAtMs,
    sampleRate: setUp.sampleRate,
    video: pictures,
    channelNames: setUp.channels.map((channel) => channel.name),
  };
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith('.json'));
  } catch (error) {
    // None was kept yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
