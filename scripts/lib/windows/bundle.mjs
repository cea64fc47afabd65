import path from 'node:path';
import { build } from 'vite';

const INSIDE = path.join(import.meta.dirname, 'inside');

/** A script of `inside` with the product's code in one file of JavaScript: the Node that wine runs knows no TypeScript. */
export async function bundleInside(name, folder) {
  const outDir = path.join(folder, 'bundle', name);
  const script = `${name}.mjs`;
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(INSIDE, script),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: script } },
    },
  });
  return path.join(outDir, script);
}
