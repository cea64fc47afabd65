import { askToShare } from '../../media/recorder/index.ts';

/** What people say is in the sound: 30 frames a second are enough for what they show. */
export const MEETING_FPS = 30;

/** Asks for the window or tab of the meeting: browsers give the sound of a tab. */
export const askForMeeting = (
  support: Parameters<typeof askToShare>[0],
  withSound: boolean,
): Promise<MediaStream> =>
  askToShare(support, {
    surface: 'window',
    soundSurface: 'browser',
    fps: MEETING_FPS,
    maxHeight: 1080,
    showCursor: true,
    withSound,
  });
