import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine } from '../lib/commandLine.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

let providers: VoiceProviders;
let dir: string;
let run: ReturnType<typeof createCommandLine>;

beforeAll(async () => {
  providers = await startVoiceProviders();
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-transcribe-'));
  run = createCommandLine(dir);
  mkdirSync(join(dir, '.data'));
  mkdirSync(join(dir, 'takes', 'friday'), { recursive: true });
  writeSpokenTake(join(dir, 'takes', 'friday'));
  const { openAiUrl, elevenLabsUrl } = providers;
  const settings = { capUsd: null, baseUrls: { openai: openAiUrl, elevenlabs: elevenLabsUrl } };
  writeFileSync(join(dir, '.data', 'voice.json'), JSON.stringify({ settings, spendings: [], months: {} }));
  writeFileSync(join(dir, 'openai.key'), `${OPENAI_KEY}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await providers?.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('sounddesk transcribe', () => {
  it('says what it would cost, and sends nothing', async () => {
    const { code, stdout, stderr } = await run(['transcribe', 'takes', '--estimate']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Night shift: 00:2\d of speech, about 0\.00\d\d US dollars\n$/);
    expect(providers.asked).toEqual([]);
  });

  it('is part of a plan, and wants a key that is private', async () => {
    const without = await run(['transcribe', 'takes/friday', '--key-file', 'openai.key']);
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('Voice AI is part of the Professional plan');
    await giveTrial(join(dir, '.data'));
    const keyless = await run(['transcribe', 'takes/friday']);
    expect(keyless.code).toBe(1);
    expect(keyless.stderr).toContain('There is no OpenAI key yet');
    writeFileSync(join(dir, 'open.key'), OPENAI_KEY, { mode: 0o644 });
    const open = await run(['transcribe', 'takes/friday', '--key-file', 'open.key']);
    expect(open.code).toBe(1);
    expect(open.stderr).toContain('is not private');
    expect(providers.asked).toEqual([]);
  });

  it('writes who said what and when, and pays for nothing twice', async () => {
    const args = [
      'transcribe',
      'takes/friday',
      '--key-file',
      'openai.key',
      '--format',
      'srt',
      '-o',
      'friday.srt',
    ];
    const { code, stderr } = await run(args);
    expect(code, stderr).toBe(0);
    const text = readFileSync(join(dir, 'friday.srt'), 'utf8');
    expect(text).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nMaya: Good evening/);
    expect(text).toContain('Ben: Good evening');
    const sent = providers.asked.length;
    expect(sent).toBe(4);
    const again = await run(['transcribe', 'takes/friday']);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^Maya: Good evening/);
    expect(providers.asked).toHaveLength(sent);
    // What is there is not written over.
    const twice = await run(args);
    expect(twice.code).toBe(1);
    expect(readFileSync(join(dir, 'friday.srt'), 'utf8')).toBe(text);
  });

  it('gives what was corrected, as a document of Word too', async () => {
    const folder = join(dir, 'takes', 'friday');
    const { madeAtMs } = JSON.parse(readFileSync(join(folder, 'transcript.json'), 'utf8')) as {
      madeAtMs: number;
    };
    const patches = [{ on: 'name', trackId: 'maya', name: 'May' }];
    const line = { of: madeAtMs, revision: 1, patches, part: 0, isLast: true };
    writeFileSync(join(folder, 'transcript.edits.jsonl'), `${JSON.stringify(line)}\n`);
    expect((await run(['transcribe', 'takes/friday'])).stdout).toMatch(/^May: Good evening/);
    expect((await run(['transcribe', 'takes/friday', '--format', 'docx'])).code).toBe(2);
    const { code, stderr } = await run([
      'transcribe',
      'takes/friday',
      '--format',
      'docx',
      '-o',
      'friday.docx',
    ]);
    expect(code, stderr).toBe(0);
    const unzipped = spawnSync('python3', [
      ...[
        '-c',
        'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("word/document.xml").decode())',
      ],
      join(dir, 'friday.docx'),
    ]);
    expect(unzipped.stdout.toString()).toMatch(/<w:t xml:space="preserve">May 00:00:0\d<\/w:t>/);
  });

  it('says what is wrong with what was typed', async () => {
    expect((await run(['transcribe'])).code).toBe(2);
    expect((await run(['transcribe', 'takes', '--format', 'doc'])).stderr).toContain('--format is one of');
    const missing = await run(['transcribe', 'nowhere', '--estimate']);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('nowhere');
    expect(existsSync(join(dir, 'nowhere'))).toBe(false);
  });
});
