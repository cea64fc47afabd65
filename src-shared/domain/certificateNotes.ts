import { z } from 'zod';

/** Why sound is missing; in a sentence as a cause, and as a place. */
export const GAP_REASONS = ['device', 'standstill', 'overflow', 'late', 'lost'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** The sentences of a certificate in English, as the command line says them; the screens have them in each language by their codes. */
export const NOTE_TEXTS = {
  noTracks: 'The take has no tracks.',
  stopped: 'The recording stopped unexpectedly: {{message}}',
  recovered: 'The recording was cut off and has been recovered: up to its last second may be missing.',
  slept:
    'The computer slept for {{length}} at {{place}} of the recording: nothing was recorded meanwhile. All before and after it is kept.',
  suspended:
    'SoundDesk was suspended for {{length}} at {{place}} of the recording: the computer slept, stopped it, or was overloaded. What is missing there is reported with each track.',
  interruptionsUnreadable: 'The record of what interrupted the recording can no longer be read.',
  machineLate_one: 'The machine was late once while recording.',
  machineLate_other: 'The machine was late {{count}} times while recording.',
  undecodable: '{{name}} cannot be decoded: {{problem}}',
  fileUnreadable: '{{name}} cannot be decoded: its file is not readable',
  shorter: '{{name}} is {{missingSec}} s shorter than its take.',
  silent: '{{name}} is silent throughout: {{causes}}.',
  gaps_one: '{{name}} has {{missingSec}} s of silence in {{count}} gap: {{causes}}.',
  gaps_other: '{{name}} has {{missingSec}} s of silence in {{count}} gaps: {{causes}}.',
  dry: '{{name}} has {{missingSec}} s without its plug-ins: they were late, started again or changed their delay. The sound itself is there.',
  xruns_one:
    'The sound system lost its time once while it recorded {{name}} (xrun): some milliseconds there may lack or come twice.',
  xruns_other:
    'The sound system lost its time {{count}} times while it recorded {{name}} (xrun): some milliseconds there may lack or come twice.',
  clipped_one: '{{name}} is clipped: {{count}} sample at full scale.',
  clipped_other: '{{name}} is clipped: {{count}} samples at full scale.',
  drift: "The clock of {{name}} was {{driftPpm}} ppm off, and was corrected; check the device's rate.",
  noVideo: '{{name}} was not recorded: no video of it arrived.',
  videoLate: '{{name}} was not recorded for {{lengthSec}} s from {{from}} on: its first frame came late.',
  videoGap: '{{name}} was not recorded for {{lengthSec}} s from {{from}} on, and then again.',
  videoLost: '{{name}} was not recorded for {{lengthSec}} s from {{from}} on, to the end.',
  videoEnd:
    '{{name}} was not recorded for {{lengthSec}} s from {{from}} on, to the end: its last frames did not arrive.',
  framesMissing_one: '{{name}} has {{found}} of its {{count}} frame.',
  framesMissing_other: '{{name}} has {{found}} of its {{count}} frames.',
  videoEmpty: '{{name}} has no video: none arrived.',
  framesDropped_one: '{{name}} lacks {{count}} frame: the machine could not keep up.',
  framesDropped_other: '{{name}} lacks {{count}} frames: the machine could not keep up.',
  froze: '{{name}} froze for {{lengthSec}} s: no frames arrived.',
  trackStopped: '{{name}} stopped unexpectedly: {{message}}',
  undecoded: '{{name}} was not decoded, since FFmpeg is not installed. The structure of its file is whole.',
  sumDamaged: 'damaged: something that was recorded cannot be read',
  sumUnrecorded: 'incomplete: {{names}} not recorded',
  sumPartly: 'incomplete: {{names}} not recorded all the time',
  sumShortGaps: 'complete with reported gaps: {{missingSec}} s of silence {{where}}',
  sumGaps: 'complete with reported gaps: {{lengthSec}} s of silence {{where}}',
  sumKnow: 'complete, with something to know',
  sumComplete: 'complete',
} as const;

type Base<K extends string> = K extends `${infer B}_${'one' | 'other'}` ? B : K;
export type NoteCode = Base<keyof typeof NOTE_TEXTS>;

export const CAUSE_TEXTS: Readonly<Record<GapReason, string>> = {
  device: 'its device delivered nothing',
  standstill: 'the computer or SoundDesk froze',
  overflow: 'the disk was too slow',
  late: 'nothing arrived',
  lost: 'the recording was cut off',
};
export const WHERE_TEXTS: Readonly<Record<GapReason, string>> = {
  device: 'where the device delivered nothing',
  standstill: 'where the computer froze',
  overflow: 'where the disk was too slow',
  late: 'where nothing arrived',
  lost: 'where the recording was cut off',
};

/** Of numbers that are no counts. */
const DECIMALS: Readonly<Record<string, number>> = { missingSec: 3, lengthSec: 1, driftPpm: 0 };

const gapReasonSchema = z.enum(GAP_REASONS);
export const noteSchema = z.object({
  /** Of `NOTE_TEXTS`; a later version may have others. */
  code: z.string().max(100),
  values: z.record(z.string().max(100), z.union([z.string(), z.number()])),
  /** Why sound is missing, what took most first: `causes` or `where` of the sentence. */
  causes: z.array(gapReasonSchema).max(GAP_REASONS.length).optional(),
});
export type Note = z.infer<typeof noteSchema>;

/** A sentence with its figures and its causes, in whatever language these functions speak. */
export interface Speaker {
  text(key: string, values: Record<string, string | number>): string;
  figure(value: number, decimals: number): string;
  cause(reason: GapReason): string;
  where(reason: GapReason): string;
}

export function sayNote({ code, values, causes = ['device'] }: Note, speaker: Speaker): string {
  const spoken = Object.entries(values).map(([name, value]) => {
    const decimals = DECIMALS[name];
    return [
      name,
      typeof value === 'number' && decimals !== undefined ? speaker.figure(value, decimals) : value,
    ];
  });
  return speaker.text(code, {
    ...(Object.fromEntries(spoken) as Record<string, string | number>),
    causes: causes.map((reason) => speaker.cause(reason)).join('; '),
    where: speaker.where(causes[0] ?? 'device'),
  });
}

/** Whether this version has a sentence for it. */
export const isKnownNote = ({ code }: Note): boolean => code in NOTE_TEXTS || `${code}_other` in NOTE_TEXTS;

const ENGLISH: Speaker = {
  text(code, values) {
    const texts: Readonly<Record<string, string>> = NOTE_TEXTS;
    const text = texts[code] ?? texts[`${code}_${values.count === 1 ? 'one' : 'other'}`] ?? code;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  },
  figure: (value, decimals) => value.toFixed(decimals).replace('-', '−'),
  cause: (reason) => CAUSE_TEXTS[reason],
  where: (reason) => WHERE_TEXTS[reason],
};

export const sayInEnglish = (note: Note): string => sayNote(note, ENGLISH);
