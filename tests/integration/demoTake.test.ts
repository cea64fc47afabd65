import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService, type EngineService } from '../../src-main/services/engine/index.ts';
import { createTakesService } from '../../src-main/services/takes/index.ts';
import { DEMO_TAKE } from '../../src-shared/domain/demoTake.ts';
import { DEMO_BYTES, DEMO_FILES } from '../../src-shared/handlers/demoFiles.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { decode, levelDb } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const CARRIED = resolve(import.meta.dirname, '../../src-renderer/features/studio/demo');
const { signal } = new AbortController();
const log = createRecordingLog();
let engine: EngineService;

function createRig() {
  const dataDir = temporaryDir();
  const library = join(dataDir, 'takes');
  const { handlers } = createTakesService({
    libraryPath: library,
    exportsPath: join(dataDir, 'exports'),
    soundPath: join(dataDir, 'heard'),
    engine,
    createId: randomUUID,
    clock: { nowMs: Date.now },
    log,
    onChanged: () => undefined,
    onProgressed: () => undefined,
  });
  const add = (pieces: readonly Uint8Array[]) =>
    handlers['takes.addDemo'](undefined, {
      signal,
      bytes: (async function* () {
        for (const piece of pieces) yield await Promise.resolve(piece);
      })(),
    });
  return { handlers, library, add };
}

describe('the demo recording', () => {
  beforeAll(() => {
    engine = createEngineService({
      launch: createEngineLauncher({ log }),
      clock: { nowMs: Date.now },
      log,
      onStateChanged: () => undefined,
      onLevelsMeasured: () => undefined,
    });
  });
  afterAll(() => engine.close());

  it('becomes a take with three voices, cameras and markers, and a certificate of its own', async () => {
    const { handlers, library, add } = createRig();
    const { id } = await add(DEMO_FILES.map(({ file }) => readFileSync(join(CARRIED, file))));
    const { document, summary, certificate } = await handlers['takes.read']({ id }, { signal });
    expect(certificate?.reasons).toEqual([]);
    expect(summary).toMatchObject({ name: DEMO_TAKE.name, isDemo: true, grade: 'green', startedAtMs: null });
    expect(document?.markers).toEqual(DEMO_TAKE.markers);
    expect(certificate?.condition).toBe('complete');
    expect(certificate?.tracks.map(({ framesDecoded }) => framesDecoded)).toEqual(
      DEMO_TAKE.voices.map(() => DEMO_TAKE.frames),
    );
    expect(certificate?.videoTracks.map(({ framesDecoded }) => framesDecoded)).toEqual(
      DEMO_TAKE.cameras.map(({ frames }) => frames),
    );
    // Each speaks in a track of their own.
    const [first] = document?.tracks ?? [];
    const [samples = new Float32Array()] = decode(join(library, id, first?.file ?? '')).channels;
    expect(levelDb(samples)).toBeGreaterThan(-40);
    expect(readdirSync(library)).toEqual([id]);
    const again = await add(DEMO_FILES.map(({ file }) => readFileSync(join(CARRIED, file))));
    expect(again.id).not.toBe(id);
  });

  it('is refused where a byte of it is another, and leaves nothing', async () => {
    const { handlers, add } = createRig();
    await expect(add([new Uint8Array(DEMO_BYTES)])).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(add([new Uint8Array(10)])).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect(await handlers['takes.list'](undefined, { signal })).toEqual([]);
  });
});
