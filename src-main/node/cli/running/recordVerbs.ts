import type { RecordingState } from '../../../../src-shared/contract/recording.ts';
import { EXIT, print, printError, UsageError } from '../output.ts';
import { parseCommand } from '../parse.ts';
import { callApi, findApi, NOT_SERVED } from './api.ts';

/** What `sounddesk record VERB` does in the SoundDesk that runs. */
const VERBS: Readonly<Record<string, { operation: string; done: (state: RecordingState) => string }>> = {
  start: { operation: 'startRecording', done: ({ take }) => `Recording ${take?.name ?? ''}` },
  pause: { operation: 'pauseRecording', done: () => 'Paused' },
  resume: { operation: 'resumeRecording', done: () => 'Recording' },
  stop: { operation: 'stopRecording', done: ({ lastTake }) => `Recorded ${lastTake?.folder ?? ''}` },
  mark: { operation: 'markRecording', done: () => 'Marked' },
};

export const isRecordVerb = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(VERBS, name);

/** Starts, pauses, marks or stops the recording of the app that is open. */
export async function runRecordVerb([verb = '', ...args]: string[]): Promise<number> {
  const { values, positionals } = parseCommand('record', args, {
    name: { type: 'string' },
    json: { type: 'boolean' },
  });
  const known = VERBS[verb];
  if (!known) throw new UsageError(`"record" has no "${verb}".`);
  if (positionals.length > (verb === 'mark' ? 1 : 0))
    throw new UsageError(`"record ${verb}" takes no "${positionals.at(-1)}".`);
  const api = findApi();
  if (!api) {
    printError(NOT_SERVED);
    return EXIT.failed;
  }
  const input = {
    start: values.name === undefined ? {} : { name: values.name },
    mark: { label: positionals[0] ?? '' },
  };
  const outcome = await callApi(
    api,
    known.operation,
    verb === 'start' ? input.start : verb === 'mark' ? input.mark : {},
  );
  if (!outcome.isGood) {
    printError(outcome.message);
    return EXIT.failed;
  }
  print(values.json ? JSON.stringify(outcome.data) : known.done(outcome.data as RecordingState));
  return EXIT.ok;
}
