import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService } from '../../src-main/services/engine/index.ts';
import { createTakesService } from '../../src-main/services/takes/index.ts';
import { takeExportSchema } from '../../src-shared/contract/takeExport.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { hasDriver, startDriver } from '../lib/takeDriver.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const clock = { nowMs: Date.now };

function createService(dataDir: string) {
  const log = createRecordingLog();
  const engine = createEngineService({
    launch: createEngineLauncher({ log }),
    clock,
    log,
    onStateChanged: () => undefined,
    onLevelsMeasured: () => undefined,
  });
  onTestFinished(() => engine.close());
  const changed: string[] = [];
  const progress: number[] = [];
  const service = createTakesService({
    libraryPath: join(dataDir, 'takes'),
    exportsPath: join(dataDir, 'exports'),
    soundPath: join(dataDir, 'heard'),
    engine,
    createId: randomUUID,
    clock,
    log,
    onChanged: (id) => changed.push(id),
    onProgressed: (_id, done) => progress.push(done),
  });
  return { service, handlers: service.handlers, changed, progress, log };
}

describe.skipIf(!hasDriver)('the library of takes', () => {
  it('recovers what was cut off at its start, and exports it', async () => {
    const dataDir = temporaryDir();
    const id = '2026-11-21 04.17.03 Gespräch';
    const driver = startDriver({ folder: join(dataDir, 'takes', id), container: 'flac', channels: 2 });
    await driver.started;
    await sleep(1200);
    driver.child.kill('SIGKILL');
    await driver.ended;
    const { service, handlers, changed, progress, log } = createService(dataDir);
    const context = { signal: new AbortController().signal };
    expect(await handlers['takes.list'](undefined, context)).toMatchObject([{ id, status: 'unfinished' }]);
    await service.recoverUnfinished();
    expect({ changed, log: log.entries }).toMatchObject({
      changed: [id],
      log: [expect.stringContaining('has been recovered')],
    });
    expect(await handlers['takes.list'](undefined, context)).toMatchObject([
      { id, status: 'recovered', grade: 'amber', trackCount: 2 },
    ]);
    const { certificate } = await handlers['takes.read']({ id }, context);
    expect(certificate?.tracks.map(({ sha256 }) => sha256?.length)).toEqual([64, 64]);
    const { folder, files } = await handlers['takes.export'](
      {
        id,
        ...takeExportSchema.parse({ what: 'both', container: 'wav', encoding: 'float32', targetLufs: null }),
      },
      context,
    );
    expect(readdirSync(folder).sort()).toEqual(['01-Channel-1.wav', '02-Channel-2.wav', 'mix.wav']);
    expect(new Set(files.map(({ seconds }) => seconds)).size).toBe(1);
    expect(progress.length).toBeGreaterThan(0);
    await handlers['takes.delete']({ id }, context);
    expect(await handlers['takes.list'](undefined, context)).toEqual([]);
    expect(await handlers['takes.restore']({ id }, context)).toMatchObject({ id, name: 'Driven' });
  });

  it('leaves a recording alone that is running', async () => {
    const dataDir = temporaryDir();
    const driver = startDriver({ folder: join(dataDir, 'takes', 'live'), container: 'rf64', seconds: 6 });
    await driver.started;
    const { service, handlers } = createService(dataDir);
    const context = { signal: new AbortController().signal };
    await service.recoverUnfinished();
    expect(await handlers['takes.list'](undefined, context)).toMatchObject([{ status: 'recording' }]);
    await expect(handlers['takes.repair']({ id: 'live' }, context)).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    await driver.ended;
    expect(await handlers['takes.list'](undefined, context)).toMatchObject([
      { status: 'finished', durationSec: 6 },
    ]);
  });
});
