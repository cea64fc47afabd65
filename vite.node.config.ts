import path from 'node:path';
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

const ROOT = import.meta.dirname;

/**
 * `vite build -c vite.node.config.ts` builds the programs of Node into `out/node`, which start in half the processor's
 * time. Packages bring them, and `npm test` starts them by the hundred; a checkout runs from the sources
 * (`src-main/node/programs.ts`).
 */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  environments: {
    node: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      },
      build: {
        outDir: path.join(ROOT, 'out/node'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          input: {
            cli: path.join(ROOT, 'src-main/node/cli/main.ts'),
            backend: path.join(ROOT, 'src-main/node/backendMain.ts'),
            engine: path.join(ROOT, 'src-main/services/engine/process/main.ts'),
            render: path.join(ROOT, 'src-main/services/renders/process/main.ts'),
            renderWorker: path.join(ROOT, 'src-main/services/renders/frameWorker.ts'),
            speech: path.join(ROOT, 'src-main/services/speech/process/main.ts'),
          },
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { node } = builder.environments;
      if (node) await builder.build(node);
    },
  },
});
