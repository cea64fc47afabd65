import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { downloadZip } from 'client-zip';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import { docxParts } from '../../../src-shared/domain/transcript/docx.ts';
import { formatTranscript, TRANSCRIPT_FORMATS } from '../../../src-shared/domain/transcript/formats.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import type { SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import { readTakeFolder } from '../../services/takes/index.ts';
import {
  estimate,
  listenToTake,
  readEdited,
  readTranscript,
  transcribeTake,
  writeTranscript,
} from '../../services/transcripts/index.ts';
import { createPercentage, EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { takesIn } from './takeFolders.ts';
import { openCommandVoice } from './voice.ts';

const FORMATS = [...TRANSCRIPT_FORMATS, 'docx'] as const;

const HELP = `sounddesk transcribe TAKE… [options]

Makes a transcript of each take (a folder with a take.json, or a folder of takes): who said what, and
when. Who speaks is found on this computer, from all microphones at once; only speech is sent to
a provider, with your own key, or goes to a model of this computer. What was answered is on the disk at once: a second run sends, and pays
for, nothing twice.

  --engine NAME      openai, elevenlabs, or an installed model (“sounddesk models list”); otherwise as Voice AI Studio has it
  --estimate         say what it would cost, and send nothing
  --format NAME      ${FORMATS.join(', ')} (txt unless you say otherwise); corrections that
                     were made in the editor are in it
  -o, --output FILE  write the text into FILE (of one take); otherwise it is printed
  --key-file FILE    the provider’s key in a file that only you can read (chmod 600); otherwise the one that
                     Voice AI Studio keeps on this computer
  --help             print this

Exit codes: 0 all is well, 1 something failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).`;

export async function runTranscribe(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('transcribe', args, {
    engine: { type: 'string' },
    estimate: { type: 'boolean', default: false },
    format: { type: 'string', default: 'txt' },
    output: { type: 'string', short: 'o' },
    'key-file': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(HELP);
    return EXIT.ok;
  }
  const format = FORMATS.find((id) => id === values.format);
  if (!format) throw new UsageError(`--format is one of ${FORMATS.join(', ')}, not "${values.format}".`);
  if (format === 'docx' && values.output === undefined)
    throw new UsageError('A Word document is written into a file: add --output FILE.');
  if (positionals.length === 0) throw new UsageError('Name a take: sounddesk transcribe TAKE.');
  try {
    const folders = (await Promise.all(positionals.map(foldersOf))).flat();
    if (values.output !== undefined && folders.length !== 1)
      throw new UsageError('--output takes the text of one take.');
    const voice = openCommandVoice({ keyFile: values['key-file'], engine: values.engine });
    const engine = await voice.openSpans();
    const cancel = new AbortController();
    process.once('SIGINT', () => cancel.abort());
    process.once('SIGTERM', () => cancel.abort());
    for (const folder of folders) {
      if (values.estimate) await printEstimate(folder, engine, cancel.signal);
      else {
        const transcript = await transcribe(folder, engine, cancel.signal);
        await give(transcript, format, folder, values.output);
      }
    }
    return EXIT.ok;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    printError(error instanceof Error ? error.message : String(error));
    return error instanceof RpcError && error.code === 'CANCELLED' ? EXIT.interrupted : EXIT.failed;
  }
}

async function give(
  transcript: Transcript,
  format: (typeof FORMATS)[number],
  folder: string,
  output: string | undefined,
): Promise<void> {
  const edited = await readEdited(folder, transcript);
  if (format === 'docx') {
    const { document } = await readTakeFolder(folder);
    const parts = docxParts(edited, document.name).map(({ name, text }) => ({ name, input: text }));
    const bytes = await downloadZip(parts).arrayBuffer();
    if (output !== undefined) writeFileSync(resolve(output), Buffer.from(bytes), { flag: 'wx' });
    return;
  }
  const text = formatTranscript(edited, format);
  if (output === undefined) print(text.trimEnd());
  else writeFileSync(resolve(output), text, { flag: 'wx' });
}

async function foldersOf(path: string): Promise<string[]> {
  const { folders } = await takesIn(existsSync(path) ? realpathSync(path) : resolve(path));
  if (folders.length === 0) throw new RpcError('FILE_NOT_FOUND', `There are no takes in ${path}.`);
  return folders;
}

/** One that is there is not made, and paid, again. */
async function transcribe(path: string, engine: SpanEngine, signal: AbortSignal) {
  const there = readTranscript(path);
  if (there) return there;
  await engine.assertReady(0);
  const folder = await readTakeFolder(path);
  const percentage = createPercentage(folder.document.name);
  try {
    const listened = await listenToTake(folder, signal);
    const transcript = await transcribeTake(listened, engine, {
      nowMs: Date.now,
      signal,
      onProgress: (done) => percentage.update(done),
    });
    writeTranscript(path, transcript);
    return transcript;
  } finally {
    percentage.clear();
  }
}

async function printEstimate(path: string, engine: SpanEngine, signal: AbortSignal): Promise<void> {
  const folder = await readTakeFolder(path);
  const { speechSec, usd } = estimate(await listenToTake(folder, signal), engine);
  print(`${folder.document.name}: ${formatTimer(speechSec)} of speech, about ${usd.toFixed(4)} US dollars`);
}
