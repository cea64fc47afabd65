/** Document 2, sections 4, 5 and 9: the meeting recorder. */
export const MEETING_PLATFORMS = ['zoom', 'teams', 'google-meet', 'webex', 'other'] as const;
export type MeetingPlatform = (typeof MEETING_PLATFORMS)[number];

export const PLATFORM_NAMES = {
  zoom: 'Zoom',
  teams: 'Microsoft Teams',
  'google-meet': 'Google Meet',
  webex: 'Webex',
  other: 'Other',
} as const satisfies Readonly<Record<MeetingPlatform, string>>;

/** More than any platform lets in. */
export const MOST_PARTICIPANTS = 100_000;

/** A whole number of at least 0; what is no number is 0. */
export function participantsOf(text: string): number {
  const value = Number(text.trim());
  return Number.isFinite(value) ? Math.min(MOST_PARTICIPANTS, Math.max(0, Math.floor(value))) : 0;
}

/** That are written down of one meeting. */
export const MOST_NAMES = 100;

/** As they are typed: parted by commas or lines; each once. */
export function namesOf(text: string): string[] {
  const names = text.split(/[,;\n]/).map((name) => name.trim().slice(0, 200));
  return [...new Set(names.filter((name) => name !== ''))].slice(0, MOST_NAMES);
}
