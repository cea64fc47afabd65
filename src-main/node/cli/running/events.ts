import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, print, printError } from '../output.ts';
import { parseCommand } from '../parse.ts';
import { findApi, NOT_SERVED } from './api.ts';

const EVENTS_HELP = `sounddesk events [NAME…]

Prints what happens in the SoundDesk that runs on this computer, a line of JSON each: id, name, data.
Without a name, all but levels. Its API must be on: Settings, under API Keys. When the connection breaks, it
connects again for 30 seconds and continues behind the last event. Ctrl-C ends it.

  --help       print this

Exit codes: 1 no SoundDesk with its API on runs (any more), there is no such event, or what came is
no event, 2 wrong usage.`;

const TRIES = 30;
const BETWEEN_TRIES_MS = 1000;

export async function runEvents(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('events', args, { help: { type: 'boolean', short: 'h' } });
  if (values.help) {
    print(EVENTS_HELP);
    return EXIT.ok;
  }
  try {
    const response = await follow(positionals);
    const problem = (await response?.json().catch(() => null)) as { detail?: string } | null | undefined;
    printError(problem?.detail ?? NOT_SERVED);
  } catch (error) {
    if (!(error instanceof NoEvent)) throw error;
    printError(error.message);
  }
  return EXIT.failed;
}

/** What came is none: to connect again would bring the same. */
class NoEvent extends Error {}

/** Prints events for as long as SoundDesk sends them; how it refused in the end, or null where nobody answers any more. */
async function follow(names: string[]): Promise<Response | null> {
  let response = await connect(names, null);
  let lastId: string | null = null;
  while (response?.ok && response.body) {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new NoEvent(`What answers at ${response.url} is not the API of SoundDesk.`);
    const printed = await printAll(response.body, lastId);
    printError('The connection to SoundDesk broke. Connecting again…');
    if (printed === lastId) await sleep(BETWEEN_TRIES_MS);
    lastId = printed;
    response = await reconnect(names, lastId);
    if (response?.ok) printError('Connected again.');
  }
  return response;
}

/** null: nobody answers. The key is another one after a restart of SoundDesk. */
async function connect(names: string[], lastId: string | null): Promise<Response | null> {
  const api = findApi();
  if (!api) return null;
  const query = names.length > 0 ? `?names=${encodeURIComponent(names.join(','))}` : '';
  const headers = {
    authorization: `Bearer ${api.key}`,
    ...(lastId === null ? {} : { 'last-event-id': lastId }),
  };
  return await fetch(`${api.url}/api/v1/events${query}`, { headers }).catch(() => null);
}

async function reconnect(names: string[], lastId: string | null): Promise<Response | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const response = await connect(names, lastId);
    if (response) return response;
    await sleep(BETWEEN_TRIES_MS);
  }
  return null;
}

/** Until the connection ends or breaks; the id of the last event that was printed. */
async function printAll(body: ReadableStream<Uint8Array>, lastId: string | null): Promise<string | null> {
  let printed = lastId;
  let waiting = '';
  for await (const text of textsOf(body)) {
    const parts = (waiting + text).split('\n\n');
    waiting = parts.pop() ?? '';
    for (const part of parts) printed = printEvent(part) ?? printed;
  }
  return printed;
}

async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  try {
    yield* body.pipeThrough(new TextDecoderStream());
  } catch {
    // It broke: the caller connects again.
  }
}

function printEvent(text: string): string | null {
  const fields = Object.fromEntries(
    text
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const { id, event, data } = fields;
  if (!id || !event || !data) return null;
  print(JSON.stringify({ id, name: event, data: parseData(id, data) }));
  return id;
}

function parseData(id: string, data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new NoEvent(`The event ${id} is not JSON: ${data.slice(0, 200)}`);
  }
}
