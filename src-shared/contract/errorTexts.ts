import { RpcError, type ErrorCode, type RpcFailure } from './errors.ts';

/**
 * Sentences of failures that people meet most, in English as the command line and the log have them. The screens say them in each
 * language: what is thrown by `failWith` carries which one it is, and with which values.
 */
export const ERROR_TEXTS = {
  accountChatClosed: '{{platform}} has no open chat for this broadcast.',
  accountCodeExpired: 'Nobody agreed on {{platform}} in time. Connect again.',
  accountDenied: '{{platform}} says that access was denied. Connect again and agree.',
  accountEnded: 'The broadcast was ended on {{platform}}. End the stream here, then start another one.',
  accountFailed: '{{platform}} answered with an error ({{status}}). Try again later.',
  accountForbidden: '{{platform}} does not allow this: {{reason}}',
  accountNoClient: 'No client ID for {{platform}} is set. Enter one of your own first.',
  accountNotConnected: 'Connect your {{platform}} account first.',
  accountNotLive: 'Nothing is live on {{platform}}.',
  accountNotEnabled:
    'Live streaming is not enabled for this {{platform}} channel. Enable it there; that can take 24 hours.',
  accountQuota:
    'The daily limit of requests to {{platform}} is used up. Viewers, chat and titles come back tomorrow. Your stream is not affected.',
  accountRevoked: 'Access to your {{platform}} account was withdrawn or has expired. Connect it again.',
  accountTooMany: '{{platform}} gets too many requests. SoundDesk waits {{seconds}} s.',
  accountUnauthorized: '{{platform}} does not accept the sign-in of your account. Connect it again.',
  accountUnreachable: '{{platform}} cannot be reached. Check your internet connection.',
  cancelled: 'Cancelled.',
  captureNotRunning: 'Multi-channel capture does not run. Start it first.',
  captureRunning: 'Multi-channel capture runs already.',
  cloningFailed: 'Voice cloning failed: {{reason}}',
  consentNotKept:
    'The consent could not be kept on this computer, so the voice was deleted again. Check the disk, then try again.',
  fileTooLarge: '{{name}} is larger than {{megabytes}} MB. Choose a shorter part of it.',
  keyCheckFailed: 'The key could not be checked: {{reason}}',
  keyInvalid: 'Invalid API key. Please check and try again.',
  keyMissing: 'There is no {{provider}} key yet. Add yours under API Setup.',
  providerAnswerBroken: '{{provider}} answered with something that could not be read. Please try again.',
  providerBusy: '{{provider}} takes no more requests for the moment. Wait a minute, then try again.',
  providerQuota: 'Your {{provider}} account has nothing left for this: {{reason}}',
  providerUnreachable: '{{provider}} can’t be reached. Check your connection, then try again.',
  speechFailed: 'Voice synthesis failed: {{reason}}',
  spendingCap:
    'This would cost about {{expected}} US dollars, and {{spent}} of your {{cap}} for this month are spent. Raise the cap under API Setup, or wait for next month.',
  transcriptionFailed: 'Transcription failed: {{reason}}',
  translationFailed: 'Translation failed: {{reason}}',
  voiceAiPlan: 'Voice AI is part of the Professional plan. Change the plan under Billing.',
  voicesFailed: 'Your voices could not be read: {{reason}}',
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
export type ErrorText = keyof typeof ERROR_TEXTS;
type PlaceholderIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;
/** What any of the sentences leaves open. */
export type ErrorPlaceholder = PlaceholderIn<(typeof ERROR_TEXTS)[ErrorText]>;
type Values = Record<string, string | number>;

interface Options {
  values?: Values;
  retryable?: boolean;
  cause?: unknown;
}

/** A failure with one of these sentences. */
export function failWith(code: ErrorCode, text: ErrorText, options: Options = {}): RpcError {
  const { values = {}, ...more } = options;
  const message = ERROR_TEXTS[text].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
  return new RpcError(code, message, { ...more, details: { text, values } });
}

/** Which sentence it is; null: another one, or one of another version. */
export function sentenceOf({ details }: RpcFailure): { text: ErrorText; values: Values } | null {
  const text = details?.text;
  if (typeof text !== 'string' || !Object.hasOwn(ERROR_TEXTS, text)) return null;
  return { text: text as ErrorText, values: (details?.values ?? {}) as Values };
}
