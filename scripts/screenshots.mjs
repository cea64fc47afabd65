/**
 * `npm run screenshots`: every route in both themes at three widths, empty and with data, and every
 * part of the design system, into `screenshots/` with an index page.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RUN_PACKAGES, TEST_PACKAGES } from './lib/packages.mjs';
import { buildProduct, setUp } from './lib/setup.mjs';
import { main, ROOT, runStep, say } from './lib/steps.mjs';

const OUT = path.join(ROOT, 'screenshots');
const WIDTHS = [360, 768, 1440];
const THEMES = ['dark', 'light'];
/** Long enough for meters, ribbons and the noise floor to have something to show. */
const SETTLE_LIVE_MS = 9000;
/** What the virtual microphone hears: so many turns of speech, each followed by a pause. */
const TURNS = 60;
const PAUSE_FRAMES = 72_000;

await main(async () => {
  if (!(await setUp([...RUN_PACKAGES, ...TEST_PACKAGES]))) return process.exitCode;
  await buildProduct();
  await runStep('Building the gallery', process.execPath, [
    ...['node_modules/vite/bin/vite.js', 'build', '--mode', 'gallery'],
    ...['--outDir', path.join(ROOT, '.cache/gallery'), '--emptyOutDir'],
  ]);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  // Loaded late: these need npm packages.
  const tools = await loadTools();
  const browser = await tools.launchChromium();
  const shots = [];
  try {
    await takePublicRoutes(tools, browser, shots);
    await takeApp(tools, browser, shots);
    await takeAccounts(tools, browser, shots);
  } finally {
    await browser.close();
  }
  writeIndex(shots);
  say(`${shots.length} screenshots: open ${path.relative(process.cwd(), path.join(OUT, 'index.html'))}`);
  return 0;
});

async function loadTools() {
  const modules = await Promise.all([
    import('../tests/lib/chromium.ts'),
    import('../tests/lib/staticServer.ts'),
    import('../tests/lib/virtualAudio.ts'),
    import('../tests/lib/liveSession.ts'),
    import('../tests/lib/recordings.ts'),
    import('../tests/lib/videoTakes.ts'),
    import('../tests/lib/journalLines.ts'),
    import('../src-shared/domain/routes.ts'),
    import('../src-shared/contract/settings.ts'),
    import('../src-shared/domain/presets.ts'),
    import('../src-shared/domain/liveChain.ts'),
    import('../tests/lib/accountsHost.ts'),
    import('../tests/lib/hostClient.ts'),
    import('../supabase/embedded/index.ts'),
  ]);
  return Object.assign({}, ...modules);
}

/** The public pages and the gallery, from a plain web server. */
async function takePublicRoutes({ serveFolder, ROUTES, DEFAULT_SETTINGS }, browser, shots) {
  const pages = [
    ['landing', ROUTES.landing, 'out/renderer'],
    ['pricing', ROUTES.pricing, 'out/renderer'],
    ['in short', ROUTES.simple, 'out/renderer'],
    ['documentation', ROUTES.documentation, 'out/renderer'],
    ['article', `${ROUTES.documentation}/latency`, 'out/renderer'],
    ['help center', ROUTES.helpCenter, 'out/renderer'],
    ['API reference', ROUTES.apiReference, 'out/renderer'],
    ['data rights', ROUTES.gdpr, 'out/renderer'],
    ['privacy policy', ROUTES.privacyPolicy, 'out/renderer'],
    ['cookie policy', ROUTES.cookiePolicy, 'out/renderer'],
    ['dashboard in the web build', ROUTES.dashboard, 'out/renderer'],
    ['gallery', ROUTES.gallery, '.cache/gallery'],
  ];
  for (const [name, route, folder] of pages) {
    const site = await serveFolder(path.join(ROOT, folder), { fallback: 'index.html' });
    await takeSizes(browser, `${site.origin}${route}`, name, shots, {
      setTheme: (page, theme) =>
        page.evaluate(
          (settings) => {
            localStorage.setItem('sounddesk.settings', JSON.stringify(settings));
            localStorage.setItem('sounddesk.theme', settings.theme);
          },
          { ...DEFAULT_SETTINGS, theme },
        ),
    });
    await site.close();
  }
}

/** The app of a host: without a sound device, and live with virtual ones. */
async function takeApp(tools, browser, shots) {
  const silent = await tools.startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
  try {
    await takeSizes(browser, silent.host.address, 'dashboard, empty', shots, themeOf(silent));
    const analytics = { ...themeOf(silent), route: tools.ROUTES.analytics };
    await takeSizes(browser, silent.host.address, 'analytics, empty', shots, analytics);
    tools.writePast(path.join(silent.dir, 'data'));
    await takeSizes(browser, silent.host.address, 'analytics', shots, analytics);
    await takeSizes(browser, silent.host.address, 'audio enhancement, off', shots, {
      ...themeOf(silent),
      route: tools.ROUTES.audioEnhancement,
    });
    for (const [name, query] of [
      ['help', ''],
      ['help, search', '?search=latency'],
      ['help, article', '?article=presets'],
      ['help, resources', '?tab=resources'],
    ])
      await takeSizes(browser, silent.host.address, name, shots, {
        ...themeOf(silent),
        route: `${tools.ROUTES.help}${query}`,
      });
    for (const tab of ['general', 'devices', 'keys', 'advanced']) {
      await takeSizes(browser, silent.host.address, `settings, ${tab}`, shots, {
        ...themeOf(silent),
        route: `${tools.ROUTES.settings}?tab=${tab}`,
      });
    }
    await takeSizes(browser, silent.host.address, 'plug-ins', shots, {
      ...themeOf(silent),
      route: tools.ROUTES.plugins,
    });
    tools.makeVideoTake(path.join(silent.dir, 'data/takes/2026-11-21 Interview'), {
      seconds: 5,
      flashesSec: [1, 3],
      videoTracks: [
        { codec: 'avc1', width: 1280, height: 720, fps: 30, seconds: 5 },
        { codec: 'vp9', width: 640, height: 480, fps: 15, seconds: 5 },
      ],
    });
    for (const [name, act] of [
      ['player with video', openPlayer],
      ['export of a video', openExport],
    ])
      await takeSizes(browser, silent.host.address, name, shots, {
        ...themeOf(silent),
        route: tools.ROUTES.recordingStudio,
        act,
      });
  } finally {
    await silent.close();
  }
  const server = await tools.startPulse();
  const live = await tools.startLiveHost(server.env);
  try {
    await startSession(tools, server, live);
    await takeSizes(browser, live.host.address, 'dashboard, live', shots, {
      ...themeOf(live),
      settleMs: SETTLE_LIVE_MS,
    });
    await takeSizes(browser, live.host.address, 'meeting recorder', shots, {
      ...themeOf(live),
      route: tools.ROUTES.meetingRecorder,
    });
    await takeSizes(browser, live.host.address, 'screen capture', shots, {
      ...themeOf(live),
      route: tools.ROUTES.screenCapture,
    });
    await showChain(live);
    await takeSizes(browser, live.host.address, 'audio enhancement, live', shots, {
      ...themeOf(live),
      route: tools.ROUTES.audioEnhancement,
      settleMs: SETTLE_LIVE_MS / 3,
    });
  } finally {
    await live.close();
    await server.close();
  }
}

/** The first launch, sign-in, and what a super admin sees, on the real backend of this machine. */
async function takeAccounts(tools, browser, shots) {
  for (const isLicensed of [false, true]) {
    const accounts = await tools.startAccountsHost({ isLicensed });
    const client = tools.connectToHost(accounts.host);
    try {
      const options = themeOf({ client });
      await takeSizes(
        browser,
        accounts.host.address,
        isLicensed ? 'sign-in' : 'first launch',
        shots,
        options,
      );
      if (!isLicensed) continue;
      const welcome = tools.readWelcome(tools.prepareBackendHome(accounts.dataDir).home);
      await takeSizes(browser, accounts.host.address, 'license keys', shots, {
        ...options,
        route: tools.ROUTES.licenceManagement,
        begin: (page) => signIn(page, welcome),
      });
      await takeSizes(browser, accounts.host.address, 'help, feedback', shots, {
        ...options,
        route: `${tools.ROUTES.help}?tab=feedback`,
        begin: (page) => signIn(page, welcome),
      });
    } finally {
      client.close();
      await accounts.close();
    }
  }
}

async function signIn(page, { email, password }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
}

async function openPlayer(page) {
  await page.getByRole('button', { name: 'Play Interview' }).click();
  const position = page.getByRole('slider', { name: 'Position' });
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await position.press(key);
}

async function openExport(page) {
  await page.getByRole('button', { name: 'Export Interview' }).click();
  await page.getByRole('combobox', { name: 'Quality' }).waitFor();
}

function themeOf({ client }) {
  return { setTheme: (_, theme) => client.call('settings.update', { theme }) };
}

/** Speech in noise, over and over, into the virtual microphone of a running session. */
async function startSession(tools, server, { client, dir }) {
  const speech = tools.makeSpeech(48000);
  const turnFrames = speech.length + PAUSE_FRAMES;
  const long = new Float32Array(turnFrames * TURNS);
  for (let turn = 0; turn < TURNS; turn += 1) long.set(speech, turn * turnFrames);
  const noisy = tools.mixAtSnr(long, tools.makeNoise(long.length, 5), 15).map((sample) => sample / 2);
  const file = path.join(dir, 'speech.wav');
  tools.writeWav(file, { sampleRate: 48000, channels: [noisy] });
  const { data: devices } = await client.call('devices.listAudio');
  const find = (name, type) =>
    devices.find((device) => device.name.includes(name) && device.type === type).id;
  const inputDeviceId = find(tools.PULSE_MICROPHONE, 'input');
  const outputDeviceId = find(tools.PULSE_SPEAKER, 'output');
  const preset = tools.BUILT_IN_PRESETS[2];
  const chain = tools.chainOfPreset(tools.liveChain(), preset);
  await client.call('settings.update', { inputDeviceId, outputDeviceId, chain, activePresetId: preset.id });
  const answer = await client.call(
    'engine.startLive',
    tools.liveInput({
      inputDeviceId,
      outputDeviceId,
      bufferFrames: 512,
      presetId: preset.id,
      chain,
    }),
  );
  if (!answer.success) throw new Error(answer.error.message);
  server.start('paplay', ['-d', tools.PULSE_INTO_MICROPHONE, file]);
}

/** Every stage at work, and a preset of one's own. */
async function showChain({ client }) {
  const { chain, activePresetId } = (await client.call('settings.read')).data;
  const gainsDb = [-3, 2, -1.5, -1, 0, 2.5, 1.5, 2, 1, 0.5];
  const whole = {
    ...chain,
    gate: { ...chain.gate, isOn: true },
    equalizer: { isOn: true, gainsDb },
    compressor: { ...chain.compressor, isOn: true },
  };
  await client.call('settings.update', { chain: whole });
  await client.call('engine.updateLive', { chain: whole, presetId: activePresetId });
  await client.call('presets.create', {
    name: 'Podcast',
    description: 'At the desk',
    environment: 'Office',
    sensitivity: 72,
    noiseReduction: 85,
    equalizerGainsDb: gainsDb,
    compressor: null,
  });
}

/** `begin` does what comes before the screen, `act` what is done on it; `route` leads there, once the page has its host's token. */
async function takeSizes(browser, address, name, shots, options) {
  const { setTheme, settleMs = 600, route, begin, act } = options;
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
      const page = await context.newPage();
      await page.goto(address);
      await begin?.(page);
      await setTheme(page, theme);
      if (route) await page.goto(new URL(route, address).href);
      else await page.reload();
      await page.locator(`html.${theme}`).waitFor();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await act?.(page);
      await page.waitForTimeout(settleMs);
      const file = `${name.replace(/[^a-z]+/g, '-')}-${theme}-${width}.png`;
      await page.screenshot({ path: path.join(OUT, file), fullPage: true });
      shots.push({ name, theme, width, file });
      await context.close();
    }
  }
}

function writeIndex(shots) {
  const figures = shots.map(
    ({ name, theme, width, file }) =>
      `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${name}"></a><figcaption>${name}, ${theme}, ${width} px</figcaption></figure>`,
  );
  const style =
    'body{font:14px system-ui;margin:24px;background:#888}main{display:flex;flex-wrap:wrap;gap:24px;align-items:start}figure{margin:0}img{max-height:480px}';
  writeFileSync(
    path.join(OUT, 'index.html'),
    `<!doctype html><title>Screens</title><style>${style}</style><main>${figures.join('')}</main>`,
  );
}
