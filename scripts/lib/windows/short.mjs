import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, StepError, succeeds } from '../steps.mjs';
import { buildEngine } from './engine.mjs';
import { buildLibraries, fetchLibraries } from './libraries.mjs';
import { fetchNode } from './wine.mjs';

/** Never in one folder with the whole build: other flags, fewer libraries. */
export const SHORT_CACHE = path.join(ROOT, '.cache/windows-short');

/** Debian's packages bring them (HELPFUL_TEST_PACKAGES). */
const WANTED = ['x86_64-w64-mingw32-g++-posix', 'wine', 'patch', 'apt-get'];

/** Whether all is here with which the short form is built and run: this processor, and the one Debian whose sources were seen to do. */
export const canBuildShort = () =>
  process.arch === 'x64' && isDebian12() && WANTED.every((command) => succeeds('which', [command]));

const isDebian12 = () =>
  existsSync('/etc/os-release') &&
  readFileSync('/etc/os-release', 'utf8').includes('VERSION_CODENAME=bookworm');

/** Brings what comes by the network: null, or why it could not be had. */
export async function fetchForShort() {
  try {
    await fetchLibraries(SHORT_CACHE, { isShort: true });
    fetchNode(SHORT_CACHE);
    return null;
  } catch (error) {
    if (error instanceof StepError || error.code !== undefined || error.status !== undefined)
      return error.message;
    throw error;
  }
}

/** The engine with the libraries of the short form, built where it is not yet. */
export async function buildShort() {
  const prefix = await buildLibraries(SHORT_CACHE, { isShort: true });
  return await buildEngine(SHORT_CACHE, prefix, { isShort: true });
}
