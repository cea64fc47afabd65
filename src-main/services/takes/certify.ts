import { basename, dirname } from 'node:path';
import { takeIdSchema } from '../../../src-shared/contract/takes.ts';
import type { TakeCertificate } from '../../../src-shared/domain/certificateSchema.ts';
import type { EngineService } from '../engine/index.ts';
import type { Clock } from '../ports.ts';
import { readTakeFolder } from './folder.ts';
import { verifyTake } from './verify.ts';

export type Certify = (folder: string, signal?: AbortSignal) => Promise<TakeCertificate>;

export interface CertifierOptions {
  paths: () => readonly string[];
  engine: Pick<EngineService, 'runTakeJob'>;
  clock: Clock;
  onChanged: (id: string) => void;
  onProgressed: (id: string, done: number) => void;
}

/** Verifies takes; the result for one of the library is reported. */
export function createCertifier({ paths, engine, clock, ...reported }: CertifierOptions): Certify {
  /** Takes elsewhere, as the command line makes them, are announced to nobody here. */
  const isOurs = (folder: string) =>
    paths().includes(dirname(folder)) && takeIdSchema.safeParse(basename(folder)).success;

  return async (folder, signal) => {
    const certificate = await verifyTake(await readTakeFolder(folder), engine, {
      nowMs: clock.nowMs(),
      onProgress: (done) => {
        if (isOurs(folder)) reported.onProgressed(basename(folder), done);
      },
      ...(signal ? { signal } : {}),
    });
    if (isOurs(folder)) reported.onChanged(basename(folder));
    return certificate;
  };
}
