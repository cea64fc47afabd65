/**
 * In the place of the process that runs models of speech, with the same messages: PocketSphinx hears the sound for real. "slow" in
 * the path of the model: it never answers; "broken": it ends.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { speechRequestSchema, type SpeechAnswer } from '../../src-main/services/speech/process/messages.ts';

const RATE_HZ = 16_000;

process.on('message', (message) => {
  const request = speechRequestSchema.parse(message);
  if (request.kind !== 'transcribe' || request.engine.format !== 'whisper') return;
  const { modelPath } = request.engine;
  if (modelPath.includes('slow')) return;
  if (modelPath.includes('broken')) process.exit(3);
  const answer: SpeechAnswer = { kind: 'done', id: request.id, tokens: hear(request.pcm), language: 'en' };
  process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));

function hear(pcm: Uint8Array) {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-standin-'));
  try {
    const path = join(dir, 'sound.raw');
    writeFileSync(path, pcm);
    const model = '/usr/share/pocketsphinx/model/en-us';
    const printed = execFileSync(
      'pocketsphinx_continuous',
      [
        ...['-infile', path, '-hmm', `${model}/en-us`, '-dict', `${model}/cmudict-en-us.dict`],
        ...[
          '-lm',
          `${model}/en-us.lm.bin`,
          '-time',
          'yes',
          '-remove_silence',
          'no',
          '-samprate',
          String(RATE_HZ),
        ],
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const words = printed.matchAll(/^([a-z'.]+)(?:\(\d+\))? ([\d.]+) ([\d.]+) /gm);
    return [...words].map(([, text = '', start, end]) => ({
      text: ` ${text}`,
      startMs: Number(start) * 1000,
      endMs: Number(end) * 1000,
    }));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
