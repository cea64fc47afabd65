/**
 * What the host knows the sources of Screen Capture, the Meeting Recorder and Live Broadcast by, whichever page captures them: one that
 * is opened again continues with the same tracks. Those of the studio are its channels.
 */
export const SOURCE_IDS = {
  screen: 'screenCapture.screen',
  camera: 'screenCapture.camera',
  meeting: 'meeting.window',
  programme: 'broadcast.programme',
} as const;
