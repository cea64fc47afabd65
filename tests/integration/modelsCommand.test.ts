import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCommandLine } from '../lib/commandLine.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { startModelServer, type ModelServer } from '../lib/modelServer.ts';

let dir: string;
let server: ModelServer;
let run: ReturnType<typeof createCommandLine>;

beforeAll(async () => {
  server = await startModelServer(1000);
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-models-'));
  mkdirSync(join(dir, '.data'));
  run = createCommandLine(dir);
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

it('sounddesk models lists what there is, and says why it cannot be had', async () => {
  const list = await run(['models', 'list']);
  expect(list.code, list.stderr).toBe(0);
  expect(list.stdout).toMatch(/^whisper-tiny +speech +78 MB +MIT +many$/m);
  // Another server, which has none of them.
  const get = await run(['models', 'get', 'whisper-tiny', '--mirror', server.origin]);
  expect(get.code).toBe(1);
  expect(get.stderr).toContain('does not give ggml-tiny.bin (it answered 404)');
  writeFileSync(join(dir, 'model.bin'), 'no model');
  const imported = await run(['models', 'import', 'whisper-tiny', 'model.bin']);
  expect(imported.code).toBe(1);
  expect(imported.stderr).toContain('is another file, and was not kept');
  expect(existsSync(join(dir, '.data/models/whisper-tiny/ggml-tiny.bin'))).toBe(false);
  expect((await run(['models', 'remove', 'nothing'])).stderr).toContain('There is no model nothing');
  for (const args of [['models'], ['models', 'get'], ['models', 'list', '--mirror', 'ftp://here']]) {
    expect((await run(args)).code, args.join(' ')).toBe(2);
  }
});

it('sounddesk speak writes a text as speech, without a key', async () => {
  const refused = await run(['speak', 'Good evening', '-o', 'evening.mp3']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Voice AI is part of the Professional plan');
  expect(existsSync(join(dir, 'evening.mp3'))).toBe(false);
  await giveTrial(join(dir, '.data'));
  const voices = await run(['speak', '--voices']);
  expect(voices.stdout).toMatch(/^offline-en-us +offline +English \(United States\)$/m);
  const spoken = await run(['speak', 'Good evening', '-o', 'evening.mp3']);
  expect(spoken.code, spoken.stderr).toBe(0);
  expect(readFileSync(join(dir, 'evening.mp3')).length).toBeGreaterThan(3000);
  // What is there is not written over.
  expect((await run(['speak', 'Good night', '-o', 'evening.mp3'])).code).toBe(2);
  expect((await run(['speak', '-o', 'nothing.mp3'])).code).toBe(2);
  expect((await run(['speak', 'Hello', '-o', 'x.mp3', '--voice', 'offline-xx'])).stderr).toContain(
    'no voice',
  );
});
