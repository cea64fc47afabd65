/** Accounts at the platforms of a broadcast. */
export const PLATFORM_ERRORS = {
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
  platformAddressWrong: '{{text}} is no address of a server.',
  platformDestinationGone: 'This destination is not there any more.',
  platformEndFirst: 'End the stream first, then measure.',
  platformMessageGone: 'This message is not kept any more.',
  platformNoAccounts: 'SoundDesk cannot use accounts of the platform of {{name}}.',
  platformSignInUnsaved: 'The sign-in of your account could not be kept on this computer.',
} as const;
