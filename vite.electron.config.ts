import path from 'node:path';
import { builtinModules } from 'node:module';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { drawIcon } from './build/icons.mjs';
import type { Definition } from './src-shared/contract/define.ts';
import { appContract } from './src-shared/contract/index.ts';

const ROOT = import.meta.dirname;

/** Main process, engine process and account server: modules of Node with all but Node and Electron inside. */
const electronEnvironment: EnvironmentOptions = {
  consumer: 'server',
  resolve: {
    noExternal: true,
    external: ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
  },
  build: {
    outDir: path.join(ROOT, 'out/electron'),
    emptyOutDir: true,
    target: 'node24',
    // Stacks in the log of a user name functions of the source.
    minify: false,
    rolldownOptions: {
      input: {
        main: path.join(ROOT, 'src-main/electron/main.ts'),
        engine: path.join(ROOT, 'src-main/services/engine/process/main.ts'),
        render: path.join(ROOT, 'src-main/services/renders/process/main.ts'),
        speech: path.join(ROOT, 'src-main/services/speech/process/main.ts'),
        renderWorker: path.join(ROOT, 'src-main/services/renders/frameWorker.ts'),
        backend: path.join(ROOT, 'src-main/node/backendMain.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
    },
  },
};

/** The preload: the sandbox runs one CommonJS file that requires nothing but `electron`. */
const preloadEnvironment: EnvironmentOptions = {
  consumer: 'server',
  define: { CONTRACT_NAMES: JSON.stringify(contractNames(appContract)) },
  resolve: { noExternal: true, external: ['electron'] },
  build: {
    outDir: path.join(ROOT, 'out/preload'),
    emptyOutDir: true,
    target: 'chrome140',
    minify: false,
    rolldownOptions: {
      input: path.join(ROOT, 'src-preload/preload.ts'),
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
    },
  },
};

/** `vite build -c vite.electron.config.ts` builds `out/electron` and `out/preload`. */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  environments: { electron: electronEnvironment, preload: preloadEnvironment },
  plugins: [trayIcons()],
  builder: {
    async buildApp(builder) {
      for (const name of ['electron', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
});

/** The contract's names by the kind of frame that may carry them: the preload has no list of its own. */
function contractNames(contract: Readonly<Record<string, Definition>>) {
  const namesOf = (kind: Definition['kind']) =>
    Object.keys(contract).filter((name) => contract[name]?.kind === kind);
  return {
    call: namesOf('procedure'),
    subscribe: namesOf('event'),
    open: namesOf('stream'),
    upload: namesOf('upload'),
  };
}

function trayIcons(): Plugin {
  return {
    name: 'sounddesk:tray-icons',
    applyToEnvironment: (environment) => environment.name === 'electron',
    generateBundle() {
      const emit = (fileName: string, drawing: string, sizePx: number) =>
        this.emitFile({ type: 'asset', fileName, source: drawIcon(drawing, sizePx) });
      emit('tray.png', 'icon', 16);
      emit('tray@2x.png', 'icon', 32);
      emit('trayLarge.png', 'icon', 48);
      emit('trayTemplate.png', 'trayTemplate', 16);
      emit('trayTemplate@2x.png', 'trayTemplate', 32);
    },
  };
}
