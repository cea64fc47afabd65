import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAacEncoder } from './aacEncoder.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'sounddesk-aac-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

it('ends where FFmpeg stands still', async () => {
  const ffmpeg = join(dir, 'ffmpeg');
  writeFileSync(ffmpeg, '#!/bin/sh\nexec sleep 600\n');
  chmodSync(ffmpeg, 0o755);
  vi.stubEnv('PATH', `${dir}:${process.env.PATH}`);
  const onFailed = vi.fn();
  const encoder = openAacEncoder({ sampleRateHz: 48_000, onPacket: vi.fn(), onFailed });
  encoder.write(new Uint8Array(8 * 48_000));
  await encoder.end();
  expect(onFailed).not.toHaveBeenCalled();
});
