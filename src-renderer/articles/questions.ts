import type { Findable } from './search.ts';

export interface Question {
  id: string;
  question: string;
  answer: string;
  /** Where more about it stands. */
  articleId: string;
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
      'Yes: noise cancellation, recording, cleaning files, plug-ins and this help. A license works for 14 days without contact, and 7 more with a notice.',
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
      'Lower Sensitivity first, then Reduction, and turn off the noise suppression of the program that you talk into: taking the noise out twice makes a voice worse.',
    articleId: 'troubleshooting',
  },
  {
    id: 'files',
    question: 'Can I clean a recording that I have already?',
    answer:
      'Yes: drop it on Audio Enhancement, or use the command line for many files. The result lies on the recording to the sample.',
    articleId: 'clean-a-file',
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
      '30 minutes of noise cancellation a day without a license. A recording is never cut off by it, and cleaning files is not counted.',
    articleId: 'licence-and-free-tier',
  },
  {
    id: 'safe-takes',
    question: 'What happens to a recording if the program or the computer stops?',
    answer:
      'At most the last second is missing. The take is made whole at the next start, and its certificate says what is in it, down to the sample.',
    articleId: 'takes-and-certificates',
  },
  {
    id: 'plug-ins',
    question: 'Can a plug-in take my recording down?',
    answer:
      'No. Each channel’s plug-ins run in a process of their own. One that crashes or hangs leaves its channel dry, and the recording goes on.',
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
export const QUESTIONS: readonly (Question & { id: QuestionId })[] = ASKED;

/** As texts that can be translated. */
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
