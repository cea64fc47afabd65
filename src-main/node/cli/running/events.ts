import { EXIT, print, printError } from '../output.ts';
import { parseCommand } from '../parse.ts';
import { findApi, NOT_SERVED } from './api.ts';

const EVENTS_HELP = `sounddesk events [NAME…]

Prints what happens in the SoundDesk that runs on this computer, a line of JSON each: id, name, data.
Without a name, all but levels. Its API must be on: Settings, under API Keys. Ctrl-C ends it.

  --help       print this

Exit codes: 0 the other side ended, 1 no SoundDesk with its API on runs, or there is no such event, 2 wrong usage.`;

export async function runEvents(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('events', args, { help: { type: 'boolean', short: 'h' } });
  if (values.help) {
    print(EVENTS_HELP);
    return EXIT.ok;
  }
  const api = findApi();
  const names = positionals.length > 0 ? `?names=${encodeURIComponent(positionals.join(','))}` : '';
  const response = api
    ? await fetch(`${api.url}/api/v1/events${names}`, {
        headers: { authorization: `Bearer ${api.key}` },
      }).catch(() => null)
    : null;
  if (!response?.ok || !response.body) {
    const problem = (await response?.json().catch(() => null)) as { detail?: string } | null | undefined;
    printError(problem?.detail ?? NOT_SERVED);
    return EXIT.failed;
  }
  let waiting = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (waiting + text).split('\n\n');
    waiting = parts.pop() ?? '';
    for (const part of parts) printEvent(part);
  }
  return EXIT.ok;
}

function printEvent(text: string): void {
  const fields = Object.fromEntries(
    text
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const { id, event, data } = fields;
  if (id && event && data) print(JSON.stringify({ id, name: event, data: JSON.parse(data) as unknown }));
}
