/** Why nothing is heard of a microphone, by its levels: what a person can do about each is another thing. */

/** Peaks from here on are somebody who speaks, not the room. */
const VOICE_DB = -42;
/** A microphone that hears always has some noise: what is below it has been switched off. */
const SWITCHED_OFF_DB = -95;
/** Of 30 in a second: a knock on the table is shorter than so many. */
const VOICE_READINGS = 6;
/** Two and a half seconds: by then somebody has spoken who was asked to. */
const ENOUGH_READINGS = 75;

export interface HeardLevels {
  readings: number;
  /** Readings with a voice in them. */
  voices: number;
  loudestDb: number;
}
export const NOTHING_HEARD: HeardLevels = { readings: 0, voices: 0, loudestDb: -Infinity };

/** With one more peak, in dBFS. */
export function hear(heard: HeardLevels, peakDb: number): HeardLevels {
  return {
    readings: heard.readings + 1,
    voices: heard.voices + (peakDb >= VOICE_DB ? 1 : 0),
    loudestDb: Math.max(heard.loudestDb, peakDb),
  };
}

/** `off`: muted at the device or in the system, or its privacy switch. `faint`: on, but not the one that is spoken into. */
export type Hearing = 'waiting' | 'heard' | 'off' | 'faint';

export function judgeHearing({ readings, voices, loudestDb }: HeardLevels): Hearing {
  if (voices >= VOICE_READINGS) return 'heard';
  if (readings < ENOUGH_READINGS) return 'waiting';
  return loudestDb < SWITCHED_OFF_DB ? 'off' : 'faint';
}
