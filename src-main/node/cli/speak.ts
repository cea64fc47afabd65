import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  DEFAULT_SIMILARITY,
  DEFAULT_STABILITY,
  MAX_SPEECH_LENGTH,
} from '../../../src-shared/domain/voiceAi/index.ts';
import type { VoiceService } from '../../../src-shared/handlers/voice/index.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { openCommandVoice } from './voice.ts';

const HELP = `sounddesk speak [TEXT | --file FILE] -o OUT.mp3 [options]
sounddesk speak --voices

Speaks a text with a voice of this computer (espeak-ng: no network, no key, and robotic) or one of
your ElevenLabs account.

  -f, --file FILE    the text is in FILE
  -o, --output FILE  the MP3 file to write
  --voice ID         offline-en-us unless you say otherwise
  --voices           list the voices
  --key-file FILE    an ElevenLabs key in a file that only you can read (chmod 600); otherwise the one that
                     Voice AI Studio keeps on this computer
  --help             print this

Exit codes: 0 all is well, 1 something failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).`;

export async function runSpeak(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('speak', args, {
    file: { type: 'string', short: 'f' },
    output: { type: 'string', short: 'o' },
    voice: { type: 'string', default: 'offline-en-us' },
    voices: { type: 'boolean', default: false },
    'key-file': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(HELP);
    return EXIT.ok;
  }
  const { handlers } = openCommandVoice({ keyFile: values['key-file'] });
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  process.once('SIGTERM', () => cancel.abort());
  try {
    if (values.voices) {
      const voices = await handlers['voice.listVoices'](undefined, { signal: cancel.signal });
      print(formatTable(voices.map(({ voiceId, kind, name }) => [voiceId, kind, name])));
      return EXIT.ok;
    }
    const text = readText(positionals, values.file);
    if (values.output === undefined) throw new UsageError('Name the file to write: -o OUT.mp3.');
    await write(handlers, { voiceId: values.voice, text, path: resolve(values.output) }, cancel.signal);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    printError(error instanceof Error ? error.message : String(error));
    return error instanceof RpcError && error.code === 'CANCELLED' ? EXIT.interrupted : EXIT.failed;
  }
}

function readText(words: readonly string[], file: string | undefined): string {
  if (file !== undefined && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const text = (file === undefined ? words.join(' ') : readFileSync(file, 'utf8')).trim();
  if (text === '') throw new UsageError('There is nothing to speak: sounddesk speak "Hello" -o hello.mp3.');
  if (text.length > MAX_SPEECH_LENGTH)
    throw new UsageError(`The text is longer than ${MAX_SPEECH_LENGTH} signs.`);
  return text;
}

/** What is there is not written over, and half a file is never there. */
async function write(
  handlers: VoiceService['handlers'],
  { path, ...spoken }: { voiceId: string; text: string; path: string },
  signal: AbortSignal,
): Promise<void> {
  if (existsSync(path)) throw new UsageError(`${path} is there already.`);
  const input = { ...spoken, stability: DEFAULT_STABILITY, similarity: DEFAULT_SIMILARITY };
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(handlers['voice.speak'](input, { signal })), createWriteStream(part));
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
