import { withFacts } from './facts.ts';
import type { Findable } from './search.ts';

export interface Question {
  id: string;
  question: string;
  answer: string;
  /** Where more about it is. */
  articleId: string;
  /** The id of a heading in it. */
  section?: string;
}

const ASKED = [
  {
    id: 'start',
    question: 'How do I start noise cancellation?',
    answer:
      'On Home, choose a microphone and an output, and press the large button or the N key. Choose a quick preset that fits the room; it takes effect at once.',
    articleId: 'first-sound',
  },
  {
    id: 'other-programs',
    question: 'How do Zoom, Meet, Teams, Discord or OBS hear the cleaned voice?',
    answer:
      'On Linux, turn on the virtual microphone on Audio Enhancement, send the sound there, and choose that microphone in the other program. On macOS and Windows a virtual cable from another maker does the same.',
    articleId: 'virtual-microphone',
  },
  {
    id: 'uploaded',
    question: 'Is my voice sent anywhere?',
    answer:
      'No. Sound is processed on your own computer, live and in files. Only signing in, licenses and the feedback that you send use the network.',
    articleId: 'privacy-and-offline',
  },
  {
    id: 'offline',
    question: 'Does it work without a network?',
    answer:
      'Yes: noise cancellation, recording, cleaning files, plug-ins and this help. A license works for {{tokenDays}} days without contact, and {{graceDays}} more with a notice.',
    articleId: 'privacy-and-offline',
  },
  {
    id: 'latency',
    question: 'How large is the delay?',
    answer:
      'Home shows what was measured: the median and the 99th percentile from microphone to output. The noise model takes 20 ms; the rest is the buffer that you chose and your devices.',
    articleId: 'latency',
  },
  {
    id: 'cut-words',
    question: 'Why are words cut, or why does my voice sound hollow?',
    answer:
      'Lower Sensitivity first, then Reduction, and turn off noise suppression in the other app: removing noise twice makes a voice worse.',
    articleId: 'troubleshooting',
  },
  {
    id: 'files',
    question: 'Can I clean a recording that I have already?',
    answer:
      'Yes: drop it on Audio Enhancement, or use the command line for many files. The result lines up with the recording to the sample.',
    articleId: 'clean-a-file',
  },
  {
    id: 'formats',
    question: 'Which formats can I save as?',
    answer: 'The desktop app saves a cleaned recording as {{formats}}; the web page as WAV.',
    articleId: 'clean-a-file',
  },
  {
    id: 'echo',
    question: 'Does it remove echo?',
    answer:
      'Echo cancellation takes what SoundDesk plays over loudspeakers out of the microphone. With headphones there is no echo: leave it off. The echo of a room stays; come closer to the microphone.',
    articleId: 'echo-and-gate',
    section: 'echo-cancellation',
  },
  {
    id: 'guests',
    question: 'Can I record guests who are somewhere else?',
    answer:
      'Yes. Meet them in Zoom, Meet or another program: the Meeting Recorder keeps your voice and the others on separate tracks. SoundDesk makes no calls and invites no guests, and all of the others share one track.',
    articleId: 'meeting-recorder',
  },
  {
    id: 'password',
    question: 'I forgot my password. What now?',
    answer:
      'On the sign-in page, ask for a new password by e-mail. It works once and asks you for a password of your own; until you use it, your present one stays valid.',
    articleId: 'accounts',
    section: 'a-forgotten-password',
  },
  {
    id: 'browser',
    question: 'What can the desktop app do that the web page cannot?',
    answer:
      'Several channels at once, VST3 plug-ins, more kinds of files, the sound of the computer itself, and a microphone for other programs. The web page cleans one microphone, with the same sound.',
    articleId: 'first-sound',
  },
  {
    id: 'free',
    question: 'What does the Free tier give?',
    answer:
      '{{minutes}} minutes of noise cancellation a day without a license. A recording is never cut off by it, and cleaning files is not counted.',
    articleId: 'licence-and-free-tier',
  },
  {
    id: 'safe-takes',
    question: 'What happens to a recording if the program or the computer stops?',
    answer:
      'At most the last second is missing. The recording is repaired at the next start, and its certificate shows what it contains, down to the sample.',
    articleId: 'takes-and-certificates',
  },
  {
    id: 'plug-ins',
    question: 'Can a plug-in take my recording down?',
    answer:
      'No. Each channel’s plug-ins run in their own process. If one crashes or hangs, its channel is recorded without it and the recording continues.',
    articleId: 'plug-ins',
  },
  {
    id: 'wrong',
    question: 'Something does not work. What helps you to help me?',
    answer:
      'Say what you did and what you expected, on the Feedback tab. You can send diagnostics with it: you read them first, and they hold no password, key or e-mail.',
    articleId: 'troubleshooting',
  },
] as const satisfies readonly Question[];
export type QuestionId = (typeof ASKED)[number]['id'];

/** What is asked, and what is so today: an answer changes with what it reports of. */
export const QUESTIONS: readonly (Question & { id: QuestionId })[] = ASKED.map((asked) => ({
  ...asked,
  answer: withFacts(asked.answer),
}));

/** As texts that can be translated, with the names of figures (`FACTS`). */
export const QUESTION_TEXTS = Object.fromEntries(
  ASKED.map(({ id, question, answer }) => [id, { question, answer }]),
) as Record<QuestionId, Pick<Question, 'question' | 'answer'>>;

export const FINDABLE_QUESTIONS: readonly Findable[] = QUESTIONS.map(({ id, question, answer }) => ({
  id,
  kind: 'question',
  title: question,
  headings: [],
  text: answer,
}));
