import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine } from '../lib/commandLine.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { pitchedVoice } from '../lib/diarize.ts';
import { writeWav } from '../lib/recordings.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import { watchProcesses } from '../lib/watchProcesses.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

let providers: VoiceProviders;
let dir: string;
let run: ReturnType<typeof createCommandLine>;
const processes = watchProcesses([OPENAI_KEY]);

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
  processes.stop();
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

  it('makes a new one in the place of what is there, where that is wanted', async () => {
    const folder = join(dir, 'takes', 'friday');
    const before = providers.asked.length;
    const kept = readFileSync(join(folder, 'transcript.json'), 'utf8');
    const { code, stderr } = await run(['transcribe', folder, '--again', '--key-file', 'openai.key']);
    expect(code, stderr).toBe(0);
    expect(providers.asked).toHaveLength(before + 4);
    expect(readFileSync(join(folder, 'transcript.json'), 'utf8')).not.toBe(kept);
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

  it('writes the key nowhere', () => {
    const holders = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const path = join(dir, name);
      return statSync(path).isFile() && readFileSync(path, 'latin1').includes(OPENAI_KEY);
    });
    // As a person has laid them there.
    expect(holders.sort()).toEqual(['open.key', 'openai.key']);
    expect(processes.found).toEqual([]);
  });

  it('takes a file with several people, in a language that is said, and keeps what is made beside it', async () => {
    const samples = new Float32Array(20 * 16_000);
    samples.set(pitchedVoice(150, 4, 16_000), 16_000);
    samples.set(pitchedVoice(300, 4, 16_000), 8 * 16_000);
    samples.set(pitchedVoice(150, 4, 16_000), 15 * 16_000);
    writeWav(join(dir, 'talk.wav'), { sampleRate: 16_000, channels: [samples] });
    const args = ['transcribe', 'talk.wav', '--key-file', 'openai.key'];
    const { code, stdout, stderr } = await run([...args, '--language', 'de', '--speakers', '2']);
    expect(code, stderr).toBe(0);
    expect(stdout.match(/^Speaker \d: hz\d+/gm)).toEqual([
      'Speaker 1: hz150',
      'Speaker 2: hz300',
      'Speaker 1: hz150',
    ]);
    expect(providers.asked.at(-1)?.body.toString('latin1')).toMatch(/name="language"\r\n\r\nde\r\n/);
    const sent = providers.asked.length;
    expect((await run(['transcribe', 'talk.wav'])).stdout).toBe(stdout);
    expect(providers.asked).toHaveLength(sent);
    expect(readdirSync(dir).filter((name) => name.startsWith('talk.'))).toEqual([
      'talk.wav',
      'talk.wav.transcript.json',
    ]);
    expect((await run([...args, '--language', 'german'])).code).toBe(2);
    for (const speakers of ['33', '1.5']) expect((await run([...args, '--speakers', speakers])).code).toBe(2);
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
