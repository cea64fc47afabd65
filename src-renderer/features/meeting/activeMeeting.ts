import type { PictureCapture } from '../../media/pictures/pictureCapture.ts';

/** The window of the meeting, and what comes of it: handles of the browser, which no store can hold. */
export interface ActiveMeeting {
  stream: MediaStream;
  capture: PictureCapture | null;
}

let active: ActiveMeeting | null = null;

export const activeMeeting = (): ActiveMeeting | null => active;

export function holdMeeting(stream: MediaStream): ActiveMeeting {
  releaseMeeting();
  active = { stream, capture: null };
  return active;
}

/** Sharing ends, and the browser's sign for it goes. */
export function releaseMeeting(): void {
  active?.stream.getTracks().forEach((track) => track.stop());
  active = null;
}
