/**
 * Holds that everything that ships can be named with its licence and its text, and that the GPL can take it. The build
 * (`vite.config.ts`) writes the same into `third-party-notices.txt`, with the packages of the screens.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { collectNotices, runtimePackages } from './lib/notices.mjs';
import { ROOT, say } from './lib/steps.mjs';

const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
/** What the screens may import: the build says which of them it takes in. */
const direct = Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}`);
const places = [...runtimePackages(ROOT), ...direct].filter((place) => existsSync(path.join(ROOT, place)));
const { notices, problems } = collectNotices(ROOT, places);
for (const problem of problems) say(problem);
say(`${notices.length} third-party notices, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
