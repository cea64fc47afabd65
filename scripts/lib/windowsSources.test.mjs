import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './steps.mjs';

const NATIVE = path.join(ROOT, 'native');
/** The one file that may ask the system by its own names. */
const BY_NAME = 'rt/system_file.cpp';

/** What of a source a compiler for Windows sees, line by line; conditions on anything else are taken as met. */
function seenOnWindows(source) {
  const branches = [];
  const lines = [];
  for (const line of source.split('\n')) {
    const [, directive, condition = ''] = /^\s*#\s*(if|elif|else|endif)\b(.*)$/.exec(line) ?? [];
    if (directive === 'if') branches.push(branchOf(condition));
    else if (directive === 'elif' || directive === 'else') {
      const branch = branches.pop();
      branches.push(branch === 'no' ? branchOf(condition) : branch === 'yes' ? 'no' : branch);
    } else if (directive === 'endif') branches.pop();
    else if (!branches.includes('no')) lines.push(line);
  }
  return lines;
}

function branchOf(condition) {
  const [, not, name] = /^\s*(!?)defined\((\w+)\)\s*$/.exec(condition) ?? [];
  if (name === '_WIN32') return not ? 'no' : 'yes';
  return /defined\((__linux__|__APPLE__)\)/.test(condition) ? 'no' : condition.trim() === '' ? 'yes' : 'open';
}

/** Lines with a fault, each with its place. */
function faultsIn(folders, pattern) {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{cpp,hpp,h}`),
    { cwd: NATIVE },
  )
    .filter((file) => file !== BY_NAME)
    .flatMap((file) =>
      seenOnWindows(readFileSync(path.join(NATIVE, file), 'utf8'))
        .filter((line) => pattern.test(line.replace(/\/\/.*$/, '')))
        .map((line) => `${file}: ${line.trim()}`),
    );
}

const PRODUCT = ['rt', 'dsp', 'denoise', 'engine', 'device', 'take', 'sandbox', 'plugin', 'napi'];

describe('sources, as a compiler for Windows sees them', () => {
  it('are cut by their conditions', () => {
    const source = '#if defined(_WIN32)\na\n#else\nb\n#endif\n#if !defined(_WIN32)\nc\n#endif\nd';
    expect(seenOnWindows(source)).toEqual(['a', 'd']);
  });

  it.each([
    [
      'name no file in a code page',
      ['take'],
      /::_?open\(|\bfopen\(|std::remove\(|std::rename\(|\bsf_open\(|GetFileAttributesA/,
    ],
    ['make no path of a narrow name', ['take'], /filesystem::path(\s+\w+)?\((?!\))/],
    ['measure no file in 32 bits', ['take', 'rt'], /\bf?stat\(|\blseek\(|\bstruct stat\b/],
    ['know no error that Windows has not', PRODUCT, /\bEDQUOT\b/],
    ['jump as Windows does', ['denoise'], /\b_(set|long)jmp\b/],
    ['need no UNICODE', ['plugin'], /LoadCursorW\(nullptr, IDC_/],
    ['need no constants of POSIX', ['test', ...PRODUCT], /\bM_PI\b/],
    ['fork nowhere in the product', PRODUCT.filter((folder) => folder !== 'sandbox'), /\bfork\(\)/],
  ])('%s', (_, folders, pattern) => {
    expect(faultsIn(folders, pattern)).toEqual([]);
  });

  it('close a file before they remove it', () => {
    const ending = readFileSync(path.join(NATIVE, 'take/take_ending.cpp'), 'utf8');
    expect(ending.indexOf('reserve_.reset()')).toBeLessThan(ending.indexOf('folder / "take.reserve"'));
  });

  it('know the size of shared memory to the byte', () => {
    expect(faultsIn(['sandbox'], /size_bytes_ = information\.RegionSize/)).toEqual([]);
  });

  it('read what a decoder writes', () => {
    const all = seenOnWindows(readFileSync(path.join(NATIVE, 'take/command_source_windows.cpp'), 'utf8'));
    expect(all.join('\n')).toContain('open_command_source(');
    expect(all.join('\n')).toContain('CreateProcessW(');
  });
});
