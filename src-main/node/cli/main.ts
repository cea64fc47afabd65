import { keepYoungHeapSmall } from '../../services/processes/index.ts';
import { readVersion } from '../project.ts';
import { EXIT, print, printError, UsageError } from './output.ts';

const HELP = `sounddesk <command> [options]

  clean IN… -o OUT|DIR   take the noise out of recordings
  record --set-up FILE --out DIR
                         record several channels, each to its own file
  record start|pause|resume|mark|stop
                         drive the recording of the SoundDesk that runs
  status                 show what the SoundDesk that runs does
  events                 print what happens in it
  mcp                    let an assistant use it (Model Context Protocol)
  broadcast --to URL --key-file FILE --input FILE
                         send a file live to several destinations
  transcribe IN…         who said what in takes and files, with your own key or a model
  speak TEXT -o OUT      a text as speech, with a voice of this computer or of ElevenLabs
  models …               list, get, import and remove models for speech without a network
  devices                list microphones and speakers
  render PROJECT -o OUT  export a project of the video editor
  timeline PROJECT -o OUT
                         write a project's cuts and captions for other programs, or read theirs
  verify OUT PROJECT     check an export of the video editor against its certificate
  takes …                list, check, repair, lay and export recordings
  plugins …              find VST3 plug-ins, show them, run recordings through them
  bench engine           show how fast the engine's strips run on this machine
  host                   start SoundDesk for a browser on this machine
  open                   open SoundDesk in another browser, or again
  backend                accounts and licences on this machine: start, stop, status, reset, backup, restore
  diagnostics            show what helps to find a fault, without secrets
  doctor                 show what is installed, what is missing and what works

  --help, --version

"sounddesk <command> --help" explains a command.`;

type Command = (args: string[]) => Promise<number>;

/** Loaded when it is asked for: none waits for the code of the others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  backend: async () => (await import('./backend.ts')).runBackendCommand,
  clean: async () => (await import('./clean.ts')).runClean,
  plugins: async () => (await import('./plugins.ts')).runPlugins,
  record: async () => runRecordOrVerb,
  status: async () => (await import('./running/status.ts')).runStatus,
  events: async () => (await import('./running/events.ts')).runEvents,
  mcp: async () => (await import('./running/mcp.ts')).runMcp,
  broadcast: async () => (await import('./broadcast.ts')).runBroadcast,
  bench: async () => (await import('./benchEngine.ts')).runBench,
  transcribe: async () => (await import('./transcribe.ts')).runTranscribe,
  speak: async () => (await import('./speak.ts')).runSpeak,
  models: async () => (await import('./models.ts')).runModels,
  devices: async () => (await import('./devices.ts')).runDevices,
  takes: async () => (await import('./takes.ts')).runTakes,
  render: async () => (await import('./render.ts')).runRenderCommand,
  timeline: async () => (await import('./timeline.ts')).runTimeline,
  verify: async () => (await import('./verify.ts')).runVerify,
  diagnostics: async () => (await import('./diagnostics.ts')).runDiagnostics,
  host: async () => {
    // Before its code is loaded.
    keepYoungHeapSmall();
    return (await import('./host.ts')).runHost;
  },
  open: async () => (await import('./open.ts')).runOpen,
  doctor: async () => (await import('./doctor.ts')).runDoctor,
};

/** A verb drives the app that is open; a set-up is recorded by this command. */
async function runRecordOrVerb(args: string[]): Promise<number> {
  const { isRecordVerb, runRecordVerb } = await import('./running/recordVerbs.ts');
  if (isRecordVerb(args[0])) return await runRecordVerb(args);
  return await (await import('./record.ts')).runRecord(args);
}

/** Runs the command line and ends the process with its exit code. */
export async function main(args: string[]): Promise<void> {
  process.exitCode = await run(args);
  // Handles that are still open, such as a pipe that nobody reads, must not keep the process.
  process.exit();
}

async function run([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return printHelp(name, rest);
  if (name === '--version' || name === '-v') {
    print(readVersion());
    return EXIT.ok;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!command) {
      const what = name.startsWith('-') ? 'option' : 'command';
      throw new UsageError(`There is no ${what} "${name}". "npx sounddesk --help" lists what there is.`);
    }
    return await (
      await command()
    )(rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printError(error.message);
    return EXIT.usage;
  }
}

async function printHelp(name: string | undefined, [topic]: string[]): Promise<number> {
  const command = topic !== undefined && Object.hasOwn(COMMANDS, topic) ? COMMANDS[topic] : undefined;
  if (command) return await (await command())(['--help']);
  print(HELP);
  return name === undefined ? EXIT.usage : EXIT.ok;
}
