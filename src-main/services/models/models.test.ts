import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MODEL_FAULTS, runModelFaults } from '../../../tests/lib/modelFaults.ts';
import { startModelServer, type ModelServer } from '../../../tests/lib/modelServer.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import type { ModelsState } from '../../../src-shared/contract/models.ts';
import { MODEL_CATALOGUE, modelSchema } from '../../../src-shared/domain/models/index.ts';
import { createModelsService } from './index.ts';

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(600_000)));
beforeEach(() => {
  server.faults.length = 0;
  server.asked.length = 0;
});
afterAll(() => server.close());

const never = new AbortController().signal;
const context = { signal: never };
async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 100_000)
    yield await Promise.resolve(bytes.subarray(at, at + 100_000));
}

function open(dir: string) {
  const changes: ModelsState[] = [];
  const models = createModelsService({
    dir,
    fetch: (input, init) => fetch(input, init),
    catalogue: [server.model],
    nowMs: Date.now,
    log: { info: () => undefined, error: () => undefined },
    onChanged: (state) => void changes.push(state),
  });
  return { models, changes, path: join(dir, 'made-up', 'model.bin') };
}

describe('the catalogue', () => {
  it('has a licence, a size and a hash for each file, and each model once', () => {
    for (const model of MODEL_CATALOGUE) modelSchema.parse(model);
    expect(new Set(MODEL_CATALOGUE.map(({ id }) => id)).size).toBe(MODEL_CATALOGUE.length);
  });
});

describe('a model', () => {
  it('is fetched from a mirror, used, and removed', async () => {
    const dir = temporaryDir();
    const { models, changes, path } = open(dir);
    expect(models.findFiles('made-up')).toBeNull();
    await models.handlers['models.setMirror']({ mirrorUrl: `${server.origin}/` }, context);
    await models.install('made-up', never);
    expect(readFileSync(path)).toEqual(server.bytes);
    expect(models.findFiles('made-up')).toEqual([path]);
    expect(await models.read()).toMatchObject({
      usedBytes: 600_000,
      rows: [{ state: 'installed', failure: null }],
    });
    expect(changes.map(({ rows }) => rows[0]?.state)).toContain('downloading');
    // The mirror is known to the next run.
    expect(await open(dir).models.read()).toMatchObject({ mirrorUrl: `${server.origin}/` });
    await models.handlers['models.remove']({ id: 'made-up' }, context);
    expect(existsSync(path)).toBe(false);
  });

  it('continues where it was cut off', async () => {
    const { models } = open(temporaryDir());
    models.setMirror(server.origin);
    server.faults.push({ kind: 'cut', afterBytes: 200_000 });
    await models.install('made-up', never);
    expect(server.asked).toHaveLength(2);
    expect(server.asked[1]).toMatchObject({
      'if-range': '"first"',
      range: expect.stringMatching(/^bytes=\d{5,}-$/) as string,
    });
  });

  it('says why it could not be had', async () => {
    const { models, path } = open(temporaryDir());
    models.setMirror('http://127.0.0.1:9');
    await expect(models.install('made-up', never)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    models.setMirror(server.origin);
    server.faults.push({ kind: 'page', saysSo: true }, { kind: 'broken' }, { kind: 'flipped', atByte: 4 });
    await expect(models.install('made-up', never)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(models.install('made-up', never)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      retryable: true,
    });
    await expect(models.install('made-up', never)).rejects.toThrow(/another file, and was deleted/);
    expect((await models.read()).rows[0]?.failure?.code).toBe('FILE_UNREADABLE');
    expect(existsSync(path)).toBe(false);
    await expect(models.install('no-such', never)).rejects.toThrow(/There is no model no-such/);
  });

  it('is stopped, and what is here stays', async () => {
    const { models } = open(temporaryDir());
    models.setMirror(server.origin);
    server.faults.push({ kind: 'slow', afterBytes: 300_000 });
    const cancel = new AbortController();
    const running = models.install('made-up', cancel.signal);
    await expect.poll(async () => (await models.read()).rows[0]?.doneBytes).toBeGreaterThan(200_000);
    await expect(models.install('made-up', never)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    cancel.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    const [row] = (await models.read()).rows;
    expect(row).toMatchObject({ state: 'missing', failure: null });
    expect(row?.doneBytes).toBeGreaterThan(200_000);
  });

  it('comes from a file of the person, if it is that file', async () => {
    const { models, path } = open(temporaryDir());
    const wrong = Buffer.from(server.bytes);
    wrong[9] = 1;
    await expect(models.importFiles('made-up', inPieces(wrong), never)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
    for (const bytes of [server.bytes.subarray(1), Buffer.concat([server.bytes, Buffer.from('x')])]) {
      await expect(models.importFiles('made-up', inPieces(bytes), never)).rejects.toThrow(/another file/);
      expect(existsSync(path)).toBe(false);
    }
    const upload = { signal: never, bytes: inPieces(server.bytes) };
    const state = await models.handlers['models.importFile']({ id: 'made-up', sizeBytes: 600_000 }, upload);
    expect(state.rows[0]?.state).toBe('installed');
  });

  it('of several files comes as one file after the other', async () => {
    const dir = temporaryDir();
    const [file] = server.model.files;
    if (!file) throw new Error('it has a file');
    const model = { ...server.model, files: [file, { ...file, path: 'made/up/second.bin' }] };
    const models = createModelsService({
      dir,
      fetch,
      catalogue: [model],
      nowMs: Date.now,
      log: { info: () => undefined, error: () => undefined },
      onChanged: () => undefined,
    });
    await models.importFiles('made-up', inPieces(Buffer.concat([server.bytes, server.bytes])), never);
    expect(models.findFiles('made-up')).toHaveLength(2);
  });

  it('comes from its origin where the settings are damaged', async () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'models.json'), '{"mirror');
    expect(await open(dir).models.read()).toMatchObject({ mirrorUrl: null });
  });
});

it('has no wrong file in its place, whatever comes between', async () => {
  const { problems, met } = await runModelFaults({
    dir: temporaryDir(),
    rounds: MODEL_FAULTS.length,
    seed: 30,
  });
  expect(problems).toEqual([]);
  for (const kind of MODEL_FAULTS) expect(met[kind], kind).toBeGreaterThan(0);
}, 60_000);
