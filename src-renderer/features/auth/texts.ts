import { addTexts } from '../../i18n/index.ts';

const auth = {
  titles: {
    signin: { title: 'Sign In', subtitle: 'Welcome back' },
    signup: { title: 'Create Account', subtitle: 'Start your 14-day free trial' },
    forgot: {
      title: 'Reset Password',
      subtitle:
        'We send a new 12-character password to your e-mail address. It works once, for 15 minutes; until you use it, your present one stays valid.',
    },
    reset: { title: 'Set New Password', subtitle: 'Choose a password of at least 6 characters.' },
  },
  name: 'Name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  mismatch: 'Passwords do not match',
  tooShort: 'Password must be at least 6 characters long',
  signIn: 'Sign In',
  signUp: 'Create Account',
  sendPassword: 'Send new password',
  sendLink: 'Send a link instead',
  setPassword: 'Set New Password',
  forgot: 'Forgot your password?',
  toSignUp: 'No account yet?',
  toSignUpLink: 'Create one',
  toSignIn: 'You have an account?',
  toSignInLink: 'Sign in',
  backToSignIn: 'Back to sign in',
  requestReset: 'Request a new password reset',
  benefits: {
    label: 'With your trial',
    items: {
      trial: '14-day free trial of everything in Professional',
      card: 'No credit card',
      cancel: 'Cancel anytime',
      money: '30-day money back',
    },
  },
  referral: {
    label: 'Affiliate link',
    text: 'You came by the link of an affiliate ({{code}}). They earn a share if you subscribe; your price is the same, and they learn neither your name nor your address.',
    keep: 'Remember it in this browser for {{days}} days',
    forget: 'Sign up without it',
  },
  linkSent:
    'Check your email: the link in it sets a new password. It works once, for one hour, in this browser.',
  confirmEmail: 'Please check your email and click the confirmation link.',
  oneTimeUsed: 'You signed in with a one-time password. Choose a new password now.',
  updated: 'Password updated successfully! You are now signed in.',
  noAnswer: 'The account server does not answer. Check the connection; nothing that you typed is lost.',
  none: {
    title: 'Accounts are not set up here',
    message: '{{reason}} SoundDesk works without them: what you record and set stays on this computer.',
    open: 'Open SoundDesk',
  },
} as const;

addTexts('auth', auth);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    auth: typeof auth;
  }
}
