import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { succeeds } from './steps.mjs';

/** Every Windows 10 has them. `node.exe` is whatever program loads an addon (native/napi/load_hook_mingw.cpp). */
const OF_WINDOWS =
  /^((api|ext)-ms-win-.*|advapi32|avrt|bcrypt|comdlg32|dbghelp|gdi32|kernel32|ksuser|msvcrt|ntdll|ole32|oleaut32|powrprof|rpcrt4|setupapi|shell32|shlwapi|ucrtbase|user32|winmm|winspool|ws2_32)\.(dll|drv)$|^node\.exe$/i;

/** Debian's; MSYS2 has one for its own system alone. */
const CROSS = 'x86_64-w64-mingw32-objdump';

/** The DLLs that a program or a DLL asks Windows for, at its start or at its first call of them. */
function dllsOf(file) {
  const text = execFileSync(succeeds('which', [CROSS]) ? CROSS : 'objdump', ['-p', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return [...new Set([...text.matchAll(/DLL Name: (.+)$/gm)].map(([, name]) => name.trim()))];
}

/** What these files need and nobody brings: neither one of them nor Windows. */
export function missingDlls(files) {
  const carried = new Set(files.map((file) => path.basename(file).toLowerCase()));
  const needed = files.flatMap((file) => dllsOf(file));
  return [...new Set(needed)].filter((name) => !carried.has(name.toLowerCase()) && !OF_WINDOWS.test(name));
}
