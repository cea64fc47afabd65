import path from 'node:path';

/** What is fetched for every page, for every screen of the app, and for the pages of the site. */
const START = ['app/main.tsx'];
const APP = [
  'app/AppRoot.tsx',
  'app/SignedInArea.tsx',
  'features/dashboard/DashboardScreen.tsx',
  'platform/browser/index.ts',
];
/** Schemas of all calls: made while the chunk is read, as long as the rest of the app takes. */
const CONTRACT = ['../src-shared/contract/index.ts'];
/** Public pages: what they share with the app must not bring the app to them. */
const SITE_DIR = 'site/';
/** Drawn by as many, an icon is fetched with the others; else with its screens. */
const SCREENS_OF_AN_ICON = 5;
const CONNECTION = 'platform/index.ts';

/**
 * Names the chunks of what is always fetched together. Left to itself the bundler makes one for each set of screens that
 * share a module: over a hundred files of some hundred bytes before the first screen is drawn, each with its own request.
 * - `start`: what the first script imports; `common`: what app and site share beside it;
 * - `icons`: those of many screens, of some hundred bytes each;
 * - `contract`: the schemas, which the page reads in a task of their own;
 * - `app`: what the frame and the first screen import, and no public page does;
 * - everything else as the bundler likes it, so that no page fetches what it does not show.
 */
export function chunkGroups(root) {
  let sets = null;
  // The bundler puts what a module imports beside it, unless a group before has it.
  const byImports = (name, priority) => ({
    priority,
    name: (id, context) => {
      sets ??= findSets(root, context);
      return sets[name].has(id) ? name : null;
    },
  });
  return [
    byImports('start', 4),
    byImports('common', 3),
    { priority: 2, name: 'icons', minShareCount: SCREENS_OF_AN_ICON, test: /node_modules\/lucide-react\// },
    byImports('contract', 2),
    byImports('app', 1),
  ];
}

function findSets(root, context) {
  const inRoot = (file) => path.join(root, file);
  const start = closure(START.map(inRoot), context);
  const app = closure(APP.map(inRoot), context);
  const pages = [...start]
    .flatMap((id) => context.getModuleInfo(id).dynamicallyImportedIds)
    .filter((id) => id.startsWith(inRoot(SITE_DIR)))
    .map((id) => closure([id], context))
    // A part of a page that talks with the server comes with the app.
    .filter((page) => !page.has(inRoot(CONNECTION)));
  const site = new Set(pages.flatMap((page) => [...page]));
  return { start, common: app.intersection(site), contract: closure(CONTRACT.map(inRoot), context), app };
}

/**
 * Of our own modules, all that they import, themselves included; what is imported later by `import()` is left out, and
 * packages are, of which the bundler takes what is used.
 */
function closure(ids, context) {
  const found = new Set();
  const waiting = [...ids];
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (found.has(id) || id.includes('/node_modules/')) continue;
    const info = context.getModuleInfo(id);
    if (!info)
      throw new Error(
        `${id} is not in the build any more: say in scripts/lib/chunks.mjs what took its place.`,
      );
    found.add(id);
    waiting.push(...info.importedIds);
  }
  return found;
}
