import { addTexts } from '../../i18n/index.ts';

/** Who hears what is cleaned: the talker, and other apps. */
const outputs = {
  label: 'Where the sound goes',
  monitor: 'Monitor in headphones',
  monitorHint: 'Use headphones: on speakers the microphone picks up its own sound and may howl.',
  monitorOff: 'You don’t hear yourself',
  monitorOn: 'You hear yourself',
  monitorWaiting: 'You will hear yourself once it starts',
  monitorSilent: 'No sound gets there now',
  noOutput: 'No output device',
  send: 'Send to other apps',
  sendOff: 'Other apps get no sound',
  sendWaiting: 'Other apps get silence until it starts',
  sendMuted: 'Muted: other apps get silence',
  listeners: 'Heard by {{names}}',
  noListener: 'No app is listening yet: choose this microphone in your call',
  listenersUnknown: 'Who listens: not known',
  unsupported: 'Not available here',
  readFailed: 'Could not check the virtual microphone: {{reason}}',
  latency: {
    monitoring: '{{ms}} ms: fine for monitoring and calls',
    nearlyMonitoring: '{{ms}} ms: fine for calls, slightly late for monitoring',
    calls: '{{ms}} ms: fine for calls, too late for monitoring',
    slowCalls: '{{ms}} ms: slows down calls, too late for monitoring',
    tooLate: '{{ms}} ms: too late for calls and monitoring',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    outputs: typeof outputs;
  }
}

addTexts('outputs', outputs);
