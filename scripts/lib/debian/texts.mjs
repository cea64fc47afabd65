/** The manual page and the completions of three shells, made of what `sounddesk --help` says: one description of each command. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../steps.mjs';
import { renamed, writeFile } from './files.mjs';

/** Writes them below `root`. */
export function writeTexts(root, version) {
  const script = path.join(ROOT, 'bin/sounddesk.js');
  const help = (...args) => renamed(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
  const commands = readCommands(help('--help')).map((command) => {
    const text = help('help', command.name).trimEnd();
    return { ...command, text, options: readOptions(text) };
  });
  writeFile(root, 'usr/share/man/man1/sounddesk.1.gz', gzipSync(manualPage(commands, version), { level: 9 }));
  writeFile(root, 'usr/share/bash-completion/completions/sounddesk', forBash(commands));
  writeFile(root, 'usr/share/zsh/vendor-completions/_sounddesk', forZsh(commands));
  writeFile(root, 'usr/share/fish/vendor_completions.d/sounddesk.fish', forFish(commands));
}

/** `  name ARGS   summary` of each command; a long one has its summary on the next line. Of a name that has two lines, the first. */
export function readCommands(text) {
  const lines = text.matchAll(/^ {2}([a-z]+)\b[^\n]*?(?: {2,}|\n {10,})(\S[^\n]*)$/gm);
  const commands = [...lines].map(([, name, summary]) => ({ name, summary }));
  return commands.filter(({ name }, index) => commands.findIndex((other) => other.name === name) === index);
}

/** Names of the options that a help explains, without repeats. */
export function readOptions(text) {
  const indented = [...text.matchAll(/^ +(?:-\w, )?(--[a-z][\w-]*)/gm)].map(([, option]) => option);
  const inUsage = [...text.split('\n\n')[0].matchAll(/\[?(--[a-z][\w-]*)/g)].map(([, option]) => option);
  return [...new Set([...indented, ...inUsage, '--help'])].toSorted();
}

/** Man's own letters: a backslash, a hyphen, and a point or quote that begins a line. */
const escaped = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

function manualPage(commands, version) {
  const sections = commands.map(
    ({ name, summary, text }) =>
      `.SS ${escaped(name)}\n${escaped(summary)}\n.PP\n.nf\n.ft CW\n${escaped(text)}\n.ft R\n.fi\n`,
  );
  return `.TH SOUNDDESK 1 "" "SoundDesk ${version}" "User commands"
.SH NAME
sounddesk \\- noise cancellation and an audio and video studio
.SH SYNOPSIS
.B sounddesk
.I command
.RI [ options ]
.SH COMMANDS
${sections.join('')}.SH FILES
.TP
.I ~/.local/share/sounddesk
Settings, takes and accounts of a user, unless SOUNDDESK_DATA_DIR names another folder. No package removes it.
.SH SERVICE
.B systemctl \\-\\-user enable \\-\\-now sounddesk
serves SoundDesk to a browser whenever you are logged in.
`;
}

const forBash = (commands) => `_sounddesk() {
  local current=\${COMP_WORDS[COMP_CWORD]} options=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map(({ name, options }) => `    ${name}) options="${options.join(' ')}" ;;`).join('\n')}
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) compopt -o default 2>/dev/null; COMPREPLY=() ;;
  esac
}
complete -F _sounddesk sounddesk
`;

/** Within single quotes of a shell. */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

const forZsh = (commands) => `#compdef sounddesk
_sounddesk() {
  local -a commands options
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map(({ name, options }) => `    ${name}) options=(${options.join(' ')}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then compadd -a options; else _files; fi
}
_sounddesk "$@"
`;

const forFish = (commands) => {
  const names = commands.map(
    ({ name, summary }) =>
      `complete -c sounddesk -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  );
  const options = commands.flatMap(({ name, options: own }) =>
    own.map(
      (option) => `complete -c sounddesk -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
  );
  return `${[...names, ...options].join('\n')}\n`;
};
