import type { BroadcastView } from '../../../../src-shared/contract/broadcast.ts';
import type { EngineState } from '../../../../src-shared/contract/engine.ts';
import type { RecordingState } from '../../../../src-shared/contract/recording.ts';
import { formatTimer } from '../../../../src-shared/domain/time.ts';
import { EXIT, print, printError, UsageError } from '../output.ts';
import { parseCommand } from '../parse.ts';
import { callApi, findApi, NOT_SERVED } from './api.ts';

const STATUS_HELP = `sounddesk status [--json]

Prints what the SoundDesk that runs on this computer does now: noise cancellation, recording,
broadcast. Its API must be on: Settings, under API Keys.

  --json       print an object: noiseCancellation, recording, broadcast
  --help       print this

Exit codes: 0 printed, 1 no SoundDesk with its API on runs, 2 wrong usage.`;

export async function runStatus(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('status', args, {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(STATUS_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"status" takes no "${positionals[0]}".`);
  const api = findApi();
  const answers = api
    ? await Promise.all(
        ['readNoiseCancellation', 'readRecording', 'readBroadcast'].map((id) => callApi(api, id)),
      )
    : [];
  const bad = answers.find(({ isGood }) => !isGood);
  if (answers.length === 0 || bad) {
    printError(bad?.message ?? NOT_SERVED);
    return EXIT.failed;
  }
  const [noiseCancellation, recording, broadcast] = answers.map(({ data }) => data);
  print(
    values.json
      ? JSON.stringify({ noiseCancellation, recording, broadcast })
      : describe(noiseCancellation as EngineState, recording as RecordingState, broadcast as BroadcastView),
  );
  return EXIT.ok;
}

function describe({ live }: EngineState, { take }: RecordingState, broadcast: BroadcastView): string {
  const recorded =
    take && `${take.isPaused ? 'paused' : 'on'}, ${formatTimer(take.recordedSec)}, ${take.name}`;
  const sent =
    broadcast.live &&
    `${broadcast.state}, ${formatTimer(broadcast.live.elapsedSec)}, ${broadcast.live.title}`;
  return [
    `Noise cancellation: ${live ? `on, ${formatTimer(live.elapsedSec)}` : 'off'}`,
    `Recording: ${recorded ?? 'off'}`,
    `Broadcast: ${sent ?? 'off'}`,
  ].join('\n');
}
