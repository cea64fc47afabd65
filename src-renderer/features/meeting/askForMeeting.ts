import { askForScreen, type ScreenRequest } from '../../media/video/sources.ts';

/** What people say is in the sound: 30 frames a second are enough for what they show. */
export const MEETING_FPS = 30;

/** Asks for the window or tab of the meeting. */
export const askForMeeting = (surface: ScreenRequest['surface'], withSound: boolean): Promise<MediaStream> =>
  askForScreen({ surface, fps: MEETING_FPS, maxHeight: 1080, showCursor: true, withSound });
