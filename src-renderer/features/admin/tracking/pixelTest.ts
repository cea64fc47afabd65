import { z } from 'zod';

/** How long a pixel is watched. */
export const PIXEL_TEST_MS = 8000;
/** The page that the provider gets: no visitor is ever on it. */
export const PIXEL_TEST_PATH = '/pixel-test';
/** A script may say what it likes; more is not kept. */
const MOST_LINES = 50;

/** What the frame says; what runs in it may say anything. */
const tellingSchema = z.object({
  what: z.enum(['started', 'asked', 'answered', 'failed', 'blocked', 'error']),
  text: z.string().max(2000),
});

/** A request of the pixel, by host and path: what is behind them may hold ids. */
export interface PixelRequest {
  address: string;
  /** `asked`: it went out, and the browser does not show the answer. */
  state: 'asked' | 'answered' | 'failed' | 'blocked';
}

export interface PixelReport {
  hasStarted: boolean;
  requests: readonly PixelRequest[];
  /** What its script threw. */
  errors: readonly string[];
}

export const NO_REPORT: PixelReport = { hasStarted: false, requests: [], errors: [] };

/** The later one says more: what was blocked also counts as failed, what was answered also as asked. */
const ORDER = ['asked', 'answered', 'failed', 'blocked'] as const;

/** A report with one more word of the frame. */
export function hear(report: PixelReport, said: unknown): PixelReport {
  const { data } = tellingSchema.safeParse(said);
  if (data === undefined) return report;
  const { what, text } = data;
  if (what === 'started') return { ...report, hasStarted: true };
  if (what === 'error') {
    if (report.errors.includes(text) || report.errors.length >= MOST_LINES) return report;
    return { ...report, errors: [...report.errors, text] };
  }
  const address = addressOf(text);
  const known = report.requests.find((one) => one.address === address);
  if (known === undefined) {
    if (report.requests.length >= MOST_LINES) return report;
    return { ...report, requests: [...report.requests, { address, state: what }] };
  }
  if (ORDER.indexOf(what) <= ORDER.indexOf(known.state)) return report;
  const requests = report.requests.map((one) => (one === known ? { address, state: what } : one));
  return { ...report, requests };
}

/** Host and path; what has none ("inline", "eval", "data") as it is. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { host, pathname } = new URL(text);
  return host === '' ? text.slice(0, 40) : `${host}${pathname}`;
}

export type PixelVerdict = 'notStarted' | 'worked' | 'partly' | 'failed' | 'nothing';

/** What the run comes to. */
export function verdictOf({ hasStarted, requests, errors }: PixelReport): PixelVerdict {
  if (!hasStarted) return 'notStarted';
  const good = requests.filter(({ state }) => state === 'asked' || state === 'answered').length;
  if (good === requests.length && errors.length === 0) return good === 0 ? 'nothing' : 'worked';
  return good === 0 ? 'failed' : 'partly';
}
