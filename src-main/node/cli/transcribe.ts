import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { downloadZip } from 'client-zip';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import { docxParts } from '../../../src-shared/domain/transcript/docx.ts';
import { formatTranscript, TRANSCRIPT_FORMATS } from '../../../src-shared/domain/transcript/formats.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import type { SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import {
  estimate,
  listenToTake,
  makeTranscript,
  readEdited,
  readTranscript,
  type SpokenTake,
} from '../../../src-shared/handlers/transcripts/index.ts';
import { readTakeFolder } from '../../services/takes/index.ts';
import { openSpokenFile, openSpokenTake } from '../../services/transcripts/index.ts';
import { createPercentage, EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';
import { takesIn } from './takeFolders.ts';
import { openCommandVoice } from './voice.ts';

const FORMATS = [...TRANSCRIPT_FORMATS, 'docx'] as const;

/** ISO 639: what both providers and models of this computer take. */
const LANGUAGE = /^[a-z]{2,3}$/;
/** That a provider takes. */
const MOST_SPEAKERS = 32;

const HELP = `sounddesk transcribe IN… [options]

Makes a transcript of each take (a folder with a take.json, or a folder of takes) and of each file of sound or video: who said what, and
when. Who speaks is found on this computer, from all microphones at once; only speech is sent to
a provider, with your own key, or goes to a model of this computer. What was answered is on the disk at once: a second run sends, and pays
for, nothing twice. Live captions that were kept with a take are its transcript until --again makes a full one.

  --engine NAME      openai, elevenlabs, or an installed model (“sounddesk models list”); otherwise as Voice AI Studio has it
  --language CODE    the language that is spoken, such as en or de; otherwise the engine finds it
  --speakers N       at most so many people speak on a track that several share, such as the computer’s sound or a file; OpenAI and
                     ElevenLabs separate them
  --again            make a new one where there is a transcript
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
    language: { type: 'string' },
    speakers: { type: 'string' },
    again: { type: 'boolean', default: false },
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
  if (positionals.length === 0) throw new UsageError('Name a take or a file: sounddesk transcribe IN.');
  const { language } = values;
  if (language !== undefined && !LANGUAGE.test(language))
    throw new UsageError(`--language is a code such as en or de, not "${language}".`);
  const mostSpeakers =
    values.speakers === undefined ? null : parseNumber('speakers', values.speakers, 1, MOST_SPEAKERS);
  if (mostSpeakers !== null && !Number.isInteger(mostSpeakers))
    throw new UsageError(`--speakers is a whole number, not "${values.speakers}".`);
  try {
    const takes = (await Promise.all(positionals.map(openTakes))).flat();
    if (values.output !== undefined && takes.length !== 1)
      throw new UsageError('--output takes the text of one take.');
    const voice = openCommandVoice({ keyFile: values['key-file'], engine: values.engine, language });
    const engine = await voice.openSpans();
    const cancel = new AbortController();
    process.once('SIGINT', () => cancel.abort());
    process.once('SIGTERM', () => cancel.abort());
    for (const found of takes) {
      const take = mostSpeakers === null ? found : { ...found, mostSpeakers };
      if (values.estimate) await printEstimate(take, engine, cancel.signal);
      else {
        const transcript = await transcribe(take, engine, { isAgain: values.again, signal: cancel.signal });
        await give(transcript, format, take, values.output);
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
  { files, document }: SpokenTake,
  output: string | undefined,
): Promise<void> {
  const edited = await readEdited(files, transcript);
  if (format === 'docx') {
    const parts = docxParts(edited, document.name).map(({ name, text }) => ({ name, input: text }));
    const bytes = await downloadZip(parts).arrayBuffer();
    if (output !== undefined) writeFileSync(resolve(output), Buffer.from(bytes), { flag: 'wx' });
    return;
  }
  const text = formatTranscript(edited, format);
  if (output === undefined) print(text.trimEnd());
  else writeFileSync(resolve(output), text, { flag: 'wx' });
}

async function openTakes(given: string): Promise<SpokenTake[]> {
  const path = existsSync(given) ? realpathSync(given) : resolve(given);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return [openSpokenFile(path)];
  const { folders } = await takesIn(path);
  if (folders.length === 0) throw new RpcError('FILE_NOT_FOUND', `There are no takes in ${given}.`);
  return await Promise.all(
    folders.map(async (folder) => openSpokenTake(folder, await readTakeFolder(folder))),
  );
}

/** One that is there is not made, and paid, again unless that is wanted. */
async function transcribe(
  take: SpokenTake,
  engine: SpanEngine,
  { isAgain, signal }: { isAgain: boolean; signal: AbortSignal },
) {
  const there = isAgain ? null : await readTranscript(take);
  if (there) return there;
  await engine.assertReady(0);
  const percentage = createPercentage(take.document.name);
  try {
    return await makeTranscript(await listenToTake(take, signal), engine, {
      nowMs: Date.now,
      signal,
      onProgress: (done) => percentage.update(done),
    });
  } finally {
    percentage.clear();
  }
}

async function printEstimate(take: SpokenTake, engine: SpanEngine, signal: AbortSignal): Promise<void> {
  const { speechSec, usd } = await estimate(await listenToTake(take, signal), engine);
  print(`${take.document.name}: ${formatTimer(speechSec)} of speech, about ${usd.toFixed(4)} US dollars`);
}
