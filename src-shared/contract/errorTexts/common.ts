/** What is met most often. */
export const COMMON_ERRORS = {
  cancelled: 'Cancelled.',
  captureNotRunning: 'Multi-channel capture does not run. Start it first.',
  captureRunning: 'Multi-channel capture runs already.',
  cleaningBasicFree:
    'The Free tier has basic noise cancellation. Choose “Standard” as the noise model, or change to the Professional plan under Billing.',
  cleaningBasicEssential:
    'The Essential plan has basic noise cancellation. Choose “Standard” as the noise model, or change to the Professional plan under Billing.',
  diskFullToClean:
    'There is not enough space on the disk to clean {{name}}: {{megabytes}} MB more are needed.',
  engineStopped: 'The audio engine stopped unexpectedly. Try again.',
  fileEmpty: '{{name}} is empty.',
  fileGone: 'This file no longer exists. Add it again.',
  fileNotCleaned: '{{name}} has not been cleaned yet.',
  fileWithoutVideo: '{{name}} has no video. Save it as sound, e.g. as WAV.',
  liveNotRunning: 'Noise cancellation does not run. Start it first.',
  liveRunning: 'Noise cancellation runs already.',
  noSound: '{{name}} holds no sound.',
  noVideo: '{{name}} holds no video to be exported.',
  selectionOutside: 'The selection lies outside of the recording. Select another part.',
  takeIsRecorded: 'The take is being recorded. Stop the recording first.',
  takeNotRunning: 'No take is being recorded.',
  takeRunning: 'A take is being recorded already.',
  videoOnce: 'A camera or screen can be in the video once.',
  voicesNotCleaned: 'The voices of this recording have not been cleaned yet.',
} as const;
