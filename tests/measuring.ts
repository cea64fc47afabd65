/**
 * Test files that measure delays, levels or rates of a running system, so that a busy machine would be what they
 * measure. They run one at a time, after all others. Anyone who adds one here makes `npm test` longer by its whole time:
 * a test that waits for something belongs beside the others.
 */
export const MEASURING: readonly string[] = [
  // Latency, xruns and levels of real-time sessions.
  'tests/integration/captureLatency.test.ts',
  'tests/integration/liveChain.test.ts',
  'tests/integration/liveJack.test.ts',
  'tests/integration/livePulse.test.ts',
  'tests/integration/longTake.test.ts',
  'tests/integration/pluginLive.test.ts',
  'tests/e2e/browserSoak.test.ts',
  // Frames a second, and how far they lie from the sound.
  'tests/e2e/realScreen.test.ts',
  'tests/e2e/studioCameras.test.ts',
  'tests/e2e/studioSync.test.ts',
];

/** What compiles for minutes before its first test. It comes last of all, where there is time for it. */
export const BUILDING: readonly string[] = ['tests/integration/windowsEngine.test.ts'];

/** The projects of both (vitest.config.ts). */
export const LAST_PROJECTS = ['sound on its own', 'pages on their own', 'compiled first'];

/**
 * Test files that record or clean in real time, by a sound server, a host or a browser of their own, and measure nothing
 * that two files beside them change. They run three at a time, before those that measure.
 */
export const REAL_TIME: readonly string[] = [
  'tests/integration/broadcastCommand.test.ts',
  'tests/integration/broadcastFanOut.test.ts',
  'tests/integration/broadcastKill.test.ts',
  'tests/integration/broadcastRecovery.test.ts',
  'tests/integration/broadcastService.test.ts',
  'tests/integration/broadcastSpeedTest.test.ts',
  'tests/integration/broadcastSrt.test.ts',
  'tests/integration/capturePulse.test.ts',
  'tests/integration/captureVirtualMicrophone.test.ts',
  'tests/integration/devices.test.ts',
  'tests/integration/pluginSideChain.test.ts',
  'tests/integration/preRoll.test.ts',
  'tests/e2e/broadcast.test.ts',
  'tests/e2e/broadcastScenes.test.ts',
  'tests/e2e/browserCaptions.test.ts',
  'tests/e2e/browserEngine.test.ts',
  'tests/e2e/cameraBubble.test.ts',
  'tests/e2e/captureAgain.test.ts',
  'tests/e2e/captureControl.test.ts',
  'tests/e2e/demoTake.test.ts',
  'tests/e2e/keyboardJourney.test.ts',
  'tests/e2e/meeting.test.ts',
  'tests/e2e/permissionWithdrawn.test.ts',
  'tests/e2e/videoTakes.test.ts',
  'tests/e2e/planLimits.test.ts',
  'tests/e2e/screenCapture.test.ts',
  'tests/e2e/stopwatch.test.ts',
  'tests/e2e/studio.test.ts',
  'tests/e2e/whip.test.ts',
];

/** Of the same kind, but with encoders that take most of two cores for some of the time: two at a time. */
export const ENCODING: readonly string[] = [
  'tests/integration/screenKill.test.ts',
  'tests/e2e/browserCapture.test.ts',
  'tests/e2e/browserMeeting.test.ts',
  'tests/e2e/browserStudio.test.ts',
  'tests/e2e/diskWarnings.test.ts',
  'tests/e2e/programme.test.ts',
  'tests/e2e/recordingSleep.test.ts',
  'tests/e2e/studioSourceBack.test.ts',
];

/**
 * Test files of most of a minute or more, which begin before the others so that none of them is left at the end. Only
 * for a checkout in which nothing ran before: after that, Vitest knows how long each took.
 */
export const LONG: readonly string[] = [
  'tests/backend/command.test.ts',
  'tests/backend/isolation.test.ts',
  'tests/e2e/accountErrors.test.ts',
  'tests/e2e/accounts.test.ts',
  'tests/e2e/accountsDoor.test.ts',
  'tests/e2e/accountsOffline.test.ts',
  'tests/e2e/affiliate.test.ts',
  'tests/e2e/billing.test.ts',
  'tests/e2e/browserCapture.test.ts',
  'tests/e2e/browserMeeting.test.ts',
  'tests/e2e/browserCaptions.test.ts',
  'tests/e2e/browserCases.test.ts',
  'tests/e2e/browserEngine.test.ts',
  'tests/e2e/browserStudio.test.ts',
  'tests/e2e/captureControl.test.ts',
  'tests/e2e/content.test.ts',
  'tests/e2e/contentEntries.test.ts',
  'tests/e2e/demoTake.test.ts',
  'tests/e2e/editor.test.ts',
  'tests/e2e/enhancement.test.ts',
  'tests/e2e/help.test.ts',
  'tests/e2e/keyboardJourney.test.ts',
  'tests/e2e/licence.test.ts',
  'tests/e2e/meeting.test.ts',
  'tests/e2e/pluginRecovery.test.ts',
  'tests/e2e/recordingSleep.test.ts',
  'tests/e2e/screenCapture.test.ts',
  'tests/e2e/siteDemo.test.ts',
  'tests/e2e/studio.test.ts',
  'tests/e2e/tracking.test.ts',
  'tests/e2e/users.test.ts',
  'tests/e2e/workspace.test.ts',
  'tests/integration/cleanQuality.test.ts',
  'tests/integration/renders.test.ts',
  'tests/integration/takeRecorder.test.ts',
  'tests/integration/videoExport.test.ts',
];
