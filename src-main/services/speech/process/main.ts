import type { ParentPort } from '../../ports.ts';
import { speechRequestSchema, type SpeechAnswer, type SpeechRequest } from './messages.ts';
import { createMoonshine } from './moonshine.ts';
import { createTranslator } from './translator.ts';
import { createWhisper } from './whisper.ts';

/**
 * Entry of the process that runs models of speech and translation: one piece after the other, at a low priority. It ends with its parent,
 * and leaves Ctrl-C to it.
 */
const parentPort = (process as { parentPort?: ParentPort }).parentPort;
const post = (message: SpeechAnswer): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};
const whisper = createWhisper();
const moonshine = createMoonshine();
const translator = createTranslator();

process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.once('disconnect', () => process.exit(0));
if (parentPort) parentPort.on('message', ({ data }) => void answer(data));
else process.on('message', (message) => void answer(message));

async function answer(message: unknown): Promise<void> {
  const request = speechRequestSchema.parse(message);
  const { id } = request;
  if (request.kind === 'stop') {
    whisper.stop(id);
    moonshine.stop(id);
    return;
  }
  try {
    if (request.kind === 'translate')
      post({ kind: 'translated', id, texts: await translator.translate(request) });
    else post({ kind: 'done', id, ...(await transcribe(request)) });
  } catch (error) {
    post({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

function transcribe({ engine, ...work }: Extract<SpeechRequest, { kind: 'transcribe' }>) {
  return engine.format === 'whisper'
    ? whisper.transcribe({ ...work, engine })
    : moonshine.transcribe({ ...work, engine });
}
