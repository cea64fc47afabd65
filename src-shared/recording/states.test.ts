import { describe, expect, it } from 'vitest';
import { RpcError } from '../contract/errors.ts';
import { createRecordingLog } from '../../tests/lib/recordingLog.ts';
import { RecordingMachine } from './machine.ts';
import {
  RECORDING_COMMANDS,
  RECORDING_REPORTS,
  RECORDING_STATES,
  RECORDING_TABLE,
  type RecordingCommand,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingPhase,
} from './states.ts';

const EFFECTS: readonly RecordingEffect[] = [
  'startParts',
  'beginVideo',
  'pauseParts',
  'resumeParts',
  'addMarker',
  'askLastFrames',
  'stopSound',
  'changeFolder',
  'closeFiles',
  'freeDevices',
  'reportEnd',
];
const EVENTS: readonly RecordingEvent[] = [...RECORDING_COMMANDS, ...RECORDING_REPORTS];

/** The shortest way into each state. */
const WAYS: Record<RecordingPhase, readonly RecordingEvent[]> = {
  idle: [],
  arming: ['start'],
  recording: ['start', 'began'],
  pausing: ['start', 'began', 'pause'],
  paused: ['start', 'began', 'pause', 'paused'],
  resuming: ['start', 'began', 'pause', 'paused', 'resume'],
  stopping: ['start', 'began', 'stop'],
};

/** As a reader of the table would draw it: state, event, next state and effects; or the code of the refusal. */
const DRAWN = `
idle      start          arming     startParts
idle      pause          TAKE_NOT_RUNNING
idle      resume         TAKE_NOT_RUNNING
idle      mark           TAKE_NOT_RUNNING
idle      stop           TAKE_NOT_RUNNING
arming    start          TAKE_ALREADY_RUNNING
arming    pause          TAKE_NOT_RUNNING
arming    resume         TAKE_NOT_RUNNING
arming    mark           arming     addMarker
arming    stop           stopping   askLastFrames stopSound
arming    began          recording  beginVideo
arming    silent         stopping   stopSound
arming    failed         idle
arming    cut            arming     changeFolder
arming    videoFailed stopping   stopSound
arming    soundEnded     stopping   closeFiles freeDevices
recording start          TAKE_ALREADY_RUNNING
recording pause          pausing    pauseParts
recording resume         recording
recording mark           recording  addMarker
recording stop           stopping   askLastFrames stopSound
recording paused         paused
recording resumed        recording
recording cut            arming     changeFolder
recording videoFailed stopping   stopSound
recording soundEnded     stopping   closeFiles freeDevices
pausing   start          TAKE_ALREADY_RUNNING
pausing   pause          pausing
pausing   resume         resuming   resumeParts
pausing   mark           pausing    addMarker
pausing   stop           stopping   askLastFrames stopSound
pausing   paused         paused
pausing   resumed        pausing
pausing   failed         recording
pausing   cut            arming     changeFolder
pausing   videoFailed stopping   stopSound
pausing   soundEnded     stopping   closeFiles freeDevices
paused    start          TAKE_ALREADY_RUNNING
paused    pause          paused
paused    resume         resuming   resumeParts
paused    mark           paused     addMarker
paused    stop           stopping   askLastFrames stopSound
paused    paused         paused
paused    resumed        recording
paused    cut            arming     changeFolder
paused    videoFailed stopping   stopSound
paused    soundEnded     stopping   closeFiles freeDevices
resuming  start          TAKE_ALREADY_RUNNING
resuming  pause          pausing    pauseParts
resuming  resume         resuming
resuming  mark           resuming   addMarker
resuming  stop           stopping   askLastFrames stopSound
resuming  paused         resuming
resuming  resumed        recording
resuming  failed         paused
resuming  cut            arming     changeFolder
resuming  videoFailed stopping   stopSound
resuming  soundEnded     stopping   closeFiles freeDevices
stopping  start          TAKE_ALREADY_RUNNING
stopping  pause          TAKE_NOT_RUNNING
stopping  resume         TAKE_NOT_RUNNING
stopping  mark           TAKE_NOT_RUNNING
stopping  stop           stopping
stopping  began          stopping   beginVideo
stopping  paused         stopping
stopping  resumed        stopping
stopping  failed         recording
stopping  cut            stopping   changeFolder
stopping  soundEnded     stopping   closeFiles freeDevices
stopping  closed         idle       reportEnd
`;

interface Drawn {
  to: string;
  effects: string[];
}

const drawn = new Map<string, Drawn>(
  DRAWN.trim()
    .split('\n')
    .map((line) => {
      const [from = '', event = '', to = '', ...effects] = line.split(/\s+/);
      return [`${from} ${event}`, { to, effects }];
    }),
);

/** A machine whose effects are only noted, and a take with nothing in it. */
function createMachine({ fails = null }: { fails?: RecordingEffect | null } = {}) {
  const run = { name: 'take' };
  const done: RecordingEffect[] = [];
  const effects = Object.fromEntries(
    EFFECTS.map((effect) => [
      effect,
      () => {
        done.push(effect);
        const failure = new RpcError('DEVICE_UNAVAILABLE', 'It is in use.');
        return effect === fails ? Promise.reject(failure) : Promise.resolve(effect);
      },
    ]),
  ) as Record<RecordingEffect, () => Promise<unknown>>;
  const machine = new RecordingMachine<typeof run>({
    effects,
    onMoved: () => undefined,
    log: createRecordingLog(),
  });
  const isCommand = (event: RecordingEvent): event is RecordingCommand =>
    RECORDING_COMMANDS.some((command) => command === event);
  const go = async (event: RecordingEvent) => {
    if (isCommand(event)) return await machine.command(event, undefined, run);
    machine.report(event, machine.run ?? run);
    await Promise.resolve();
    return null;
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { machine, run, done, go, settle };
}

describe('the states of a recording', () => {
  it.each(RECORDING_STATES.flatMap((from) => EVENTS.map((event) => [from, event] as const)))(
    'from %s, with %s',
    async (from, event) => {
      const { machine, done, go, settle } = createMachine();
      for (const step of WAYS[from]) await go(step);
      await settle();
      expect(machine.phase).toBe(from);
      done.length = 0;
      const expected = drawn.get(`${from} ${event}`);
      if (expected && expected.to.startsWith('TAKE_')) {
        const error = await go(event).catch((refusal: unknown) => refusal);
        expect(error).toBeInstanceOf(RpcError);
        expect(error).toMatchObject({
          code: expected.to,
          message: expect.stringMatching(/\w{4,}.*\.$/) as string,
        });
        expect([machine.phase, done]).toEqual([from, []]);
        return;
      }
      await go(event);
      await settle();
      // What is not drawn is a word that comes too late: nothing follows.
      expect([machine.phase, done]).toEqual(expected ? [expected.to, expected.effects] : [from, []]);
      expect(machine.run === null).toBe(machine.phase === 'idle');
    },
  );

  it('are all drawn, and each can be reached and left', () => {
    const cells = RECORDING_STATES.flatMap((from) =>
      EVENTS.filter((event) => !('ignored' in RECORDING_TABLE[from][event])).map(
        (event) => `${from} ${event}`,
      ),
    );
    expect(cells.sort()).toEqual([...drawn.keys()].sort());
    const moves = [...drawn].map(([cell, { to }]) => [cell.split(' ')[0] ?? '', to]);
    for (const state of RECORDING_STATES) {
      expect(moves.some(([from, to]) => from !== state && to === state)).toBe(true);
      expect(moves.some(([from, to]) => from === state && to !== state)).toBe(true);
    }
  });

  it('refuse no command without a reason, and no report at all', () => {
    for (const state of RECORDING_STATES) {
      for (const event of EVENTS) {
        const move = RECORDING_TABLE[state][event];
        const isCommand = RECORDING_COMMANDS.some((command) => command === event);
        expect('ignored' in move && isCommand, `${state} ${event}`).toBe(false);
        expect('refused' in move && !isCommand, `${state} ${event}`).toBe(false);
      }
    }
  });

  it.each([
    ['start', [], 'startParts', 'idle'],
    ['pause', ['start', 'began'], 'pauseParts', 'recording'],
    ['resume', ['start', 'began', 'pause', 'paused'], 'resumeParts', 'paused'],
    ['mark', ['start', 'began'], 'addMarker', 'recording'],
    ['stop', ['start', 'began'], 'stopSound', 'recording'],
  ] as const)('are as before where %s fails', async (event, way, effect, phase) => {
    const { machine, go } = createMachine({ fails: effect });
    for (const step of way) await go(step);
    await expect(go(event)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
    expect(machine.phase).toBe(phase);
  });

  it('come to an end where a take is stopped before it could begin, and cannot', async () => {
    const { machine, go, settle } = createMachine({ fails: 'startParts' });
    const starting = go('start');
    const stopping = go('stop');
    await expect(starting).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
    await stopping;
    await settle();
    await go('closed');
    expect(machine.phase).toBe('idle');
  });

  it('hear nothing of a take that is over', async () => {
    const { machine, run, go, settle } = createMachine();
    await go('start');
    machine.report('soundEnded', { ...run });
    await settle();
    expect(machine.phase).toBe('arming');
  });
});
