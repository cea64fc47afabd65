import { addTexts } from '../../i18n/index.ts';

const resetTest = {
  title: 'Password Reset Test',
  lead: 'Sends a one-time password as “Reset Password” does, and shows what the server answered.',
  email: 'Email',
  run: 'Test password reset',
  validation: {
    empty: 'Please enter an email address',
    invalid: 'Please enter a valid email address (must contain @ and domain)',
  },
  status: { success: 'Success', failed: 'Failed', validation: 'Validation Error', network: 'Network Error' },
  networkFailed: 'Network request failed',
  result: {
    title: 'Result',
    empty: 'Nothing has been tested yet.',
    running: 'Waiting for the answer…',
    status: 'Status',
    message: 'Message',
    time: 'Time',
    took: '{{time}}, after {{milliseconds}} ms',
    details: 'Technical details',
  },
  steps: {
    title: 'What happens',
    items: {
      request:
        'The address is sent to the function “send-password-reset”, with the public key of the project.',
      create:
        'The server makes a random 12-character password, which works once, for 15 minutes, beside the present one.',
      mail: 'It is mailed to the address. An address without an account gets an email that says so; the answer here is the same.',
      use: 'Signing in with it replaces the old password, and a new one is asked for.',
    },
  },
  hint: 'Email service not configured: the key of the email provider is missing on the server.',
} as const;

addTexts('resetTest', resetTest);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    resetTest: typeof resetTest;
  }
}
