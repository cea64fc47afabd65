import { describe, expect, it } from 'vitest';
import { readCommands, readOptions } from './texts.mjs';

const HELP = `sounddesk <command> [options]

  clean IN… -o OUT|DIR   take the noise out of recordings
  record --set-up FILE --out DIR
                         record several channels, each to its own file
  record start|stop      drive the recording of the SoundDesk that runs
  open                   open SoundDesk in another browser, or again

  --help, --version
`;

describe('what completions are made of', () => {
  it('is each command once, with its summary', () => {
    expect(readCommands(HELP)).toEqual([
      { name: 'clean', summary: 'take the noise out of recordings' },
      { name: 'record', summary: 'record several channels, each to its own file' },
      { name: 'open', summary: 'open SoundDesk in another browser, or again' },
    ]);
  });

  it('is each option once', () => {
    const help =
      'sounddesk open [--quick]\n\n  -o, --out FILE   where it goes, see --other\n  --no-open        print\n';
    expect(readOptions(help)).toEqual(['--help', '--no-open', '--out', '--quick']);
  });
});
