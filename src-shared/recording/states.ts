import type { ErrorCode } from '../contract/errors.ts';

/**
 * - `idle`: nothing is recorded
 * - `arming`: a take has its folder, and waits for its first sound
 * - `recording`
 * - `pausing`, `resuming`: asked for, and the engine has not said yet at which frame
 * - `paused`
 * - `stopping`: its files are being closed; after that all is `idle` again, and the take is the last one
 */
export const RECORDING_STATES = [
  'idle',
  'arming',
  'recording',
  'pausing',
  'paused',
  'resuming',
  'stopping',
] as const;
export type RecordingPhase = (typeof RECORDING_STATES)[number];

/** What somebody asks for. */
export const RECORDING_COMMANDS = ['start', 'pause', 'resume', 'mark', 'stop'] as const;
export type RecordingCommand = (typeof RECORDING_COMMANDS)[number];

/**
 * What the parts of a take say:
 * - `began`: its first frame is there
 * - `paused`, `resumed`: at a frame that is known now
 * - `silent`: no first sound in time, where the take is of no use without
 * - `failed`: what the last command wanted was not possible, and nothing has changed
 * - `cut`: the engine died, and the sound continues in another folder
 * - `videoFailed`: cameras and screens cannot continue, and the take is theirs
 * - `soundEnded`: the files of the sound are closed, no matter who wanted it so
 * - `closed`: so are those of cameras and screens
 */
export const RECORDING_REPORTS = [
  'began',
  'paused',
  'resumed',
  'silent',
  'failed',
  'cut',
  'videoFailed',
  'soundEnded',
  'closed',
] as const;
export type RecordingReport = (typeof RECORDING_REPORTS)[number];

export type RecordingEvent = RecordingCommand | RecordingReport;

/** What is done on the way, in this order. */
export type RecordingEffect =
  | 'startParts'
  | 'beginVideo'
  | 'pauseParts'
  | 'resumeParts'
  | 'addMarker'
  | 'askLastFrames'
  | 'stopSound'
  | 'changeFolder'
  | 'closeFiles'
  | 'freeDevices'
  | 'reportEnd';

export type Refusal = { code: ErrorCode; message: string };

export type Move =
  /** Into this state, with these effects. */
  | { to: RecordingPhase; effects: readonly RecordingEffect[] }
  /** A command that is not possible now: why. */
  | { refused: Refusal }
  /** Reports that come too late to matter. */
  | { ignored: true };

const to = (phase: RecordingPhase, ...effects: RecordingEffect[]): Move => ({ to: phase, effects });
const refused = (code: ErrorCode, message: string): Move => ({ refused: { code, message } });

const RUNS = refused('TAKE_ALREADY_RUNNING', 'A take is being recorded already. Stop it first.');
const NONE = refused('TAKE_NOT_RUNNING', 'No take is being recorded.');
const EARLY = refused('TAKE_NOT_RUNNING', 'No sound has arrived yet: the take has not begun. Wait for it.');
const ENDING = refused('TAKE_NOT_RUNNING', 'The take is being ended.');
const LATE: Move = { ignored: true };

const ENDS = to('stopping', 'closeFiles', 'freeDevices');
const STOPS = to('stopping', 'askLastFrames', 'stopSound');
const FAILS = to('stopping', 'stopSound');
const MOVES = to('arming', 'changeFolder');

/** Every state with every event: what follows. There is no other way from one state to another. */
export const RECORDING_TABLE: Readonly<Record<RecordingPhase, Readonly<Record<RecordingEvent, Move>>>> = {
  idle: {
    start: to('arming', 'startParts'),
    pause: NONE,
    resume: NONE,
    mark: NONE,
    stop: NONE,
    began: LATE,
    paused: LATE,
    resumed: LATE,
    silent: LATE,
    failed: LATE,
    cut: LATE,
    videoFailed: LATE,
    soundEnded: LATE,
    closed: LATE,
  },
  arming: {
    start: RUNS,
    pause: EARLY,
    resume: EARLY,
    mark: to('arming', 'addMarker'),
    stop: STOPS,
    began: to('recording', 'beginVideo'),
    paused: LATE,
    resumed: LATE,
    silent: FAILS,
    failed: to('idle'),
    cut: MOVES,
    videoFailed: FAILS,
    soundEnded: ENDS,
    closed: LATE,
  },
  recording: {
    start: RUNS,
    pause: to('pausing', 'pauseParts'),
    resume: to('recording'),
    mark: to('recording', 'addMarker'),
    stop: STOPS,
    began: LATE,
    // The engine died while it was paused, and continues paused.
    paused: to('paused'),
    resumed: to('recording'),
    silent: LATE,
    failed: LATE,
    cut: MOVES,
    videoFailed: FAILS,
    soundEnded: ENDS,
    closed: LATE,
  },
  pausing: {
    start: RUNS,
    pause: to('pausing'),
    resume: to('resuming', 'resumeParts'),
    mark: to('pausing', 'addMarker'),
    stop: STOPS,
    began: LATE,
    paused: to('paused'),
    resumed: to('pausing'),
    silent: LATE,
    failed: to('recording'),
    cut: MOVES,
    videoFailed: FAILS,
    soundEnded: ENDS,
    closed: LATE,
  },
  paused: {
    start: RUNS,
    pause: to('paused'),
    resume: to('resuming', 'resumeParts'),
    mark: to('paused', 'addMarker'),
    stop: STOPS,
    began: LATE,
    paused: to('paused'),
    resumed: to('recording'),
    silent: LATE,
    failed: LATE,
    cut: MOVES,
    videoFailed: FAILS,
    soundEnded: ENDS,
    closed: LATE,
  },
  resuming: {
    start: RUNS,
    pause: to('pausing', 'pauseParts'),
    resume: to('resuming'),
    mark: to('resuming', 'addMarker'),
    stop: STOPS,
    began: LATE,
    paused: to('resuming'),
    resumed: to('recording'),
    silent: LATE,
    failed: to('paused'),
    cut: MOVES,
    videoFailed: FAILS,
    soundEnded: ENDS,
    closed: LATE,
  },
  stopping: {
    start: RUNS,
    pause: ENDING,
    resume: ENDING,
    mark: ENDING,
    // Anyone who asks again waits for the same end.
    stop: to('stopping'),
    began: to('stopping', 'beginVideo'),
    paused: to('stopping'),
    resumed: to('stopping'),
    silent: LATE,
    // It could not be ended: it is recorded still, and can be asked to end again.
    failed: to('recording'),
    cut: to('stopping', 'changeFolder'),
    videoFailed: LATE,
    soundEnded: ENDS,
    closed: to('idle', 'reportEnd'),
  },
};

/** Where an event leads from here. */
export function moveOn(from: RecordingPhase, event: RecordingEvent): Move {
  return RECORDING_TABLE[from][event];
}
