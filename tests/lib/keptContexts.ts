import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright';

/** What may be set when a context is opened, and is set back when it is taken again. */
const KEEPABLE = ['viewport', 'permissions', 'reducedMotion', 'colorScheme', 'locale', 'acceptDownloads'];

/** What a page or context cannot be freed of: who calls one of them has it closed at its end. */
const LASTING = {
  page: ['exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'],
  context: [
    ...['exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'],
    ...['newCDPSession', 'setGeolocation', 'setHTTPCredentials'],
  ],
} as const;

const EVENTS_OF_PAGE = [
  ...['close', 'console', 'crash', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'framenavigated'],
  ...['load', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response', 'websocket'],
];
const EVENTS_OF_CONTEXT = [
  ...['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'],
];
const TIMEOUT_MS = 30_000;
/** A page that cannot be left by then is closed. */
const LEAVE_MS = 5000;
/** Of the app's host: a text, so that nothing runs. */
const LEFT_AT = '/robots.txt';

/** So many of the same options wait for their next owner. */
const MOST_IDLE = 2;

interface Kept {
  context: BrowserContext;
  page: Page;
  /** Where it has been: what it left there is taken away. */
  origins: Set<string>;
  /** That its owner added to its pages. */
  scripts: Promise<Disposable>[];
  /** Whether its owner has not asked for a page yet. */
  isNew: boolean;
  /** Whether it has what cannot be taken away. */
  isLasting: boolean;
  /** While it is closed, and when it waits for its next owner. */
  closed: Promise<void> | null;
  end(): Promise<void>;
  /** Without being noticed as its owner's. */
  newSession(): Promise<CDPSession>;
}

type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/**
 * Opens contexts that are kept when they are closed, with their first page, and given as new to who asks for one of the
 * same options: its process has the app read and compiled, which is half of what a new context costs.
 */
export function keepContexts(browser: Browser): OpenContext {
  const idle = new Map<string, Kept[]>();
  return async (options = {}) => {
    if (Object.keys(options).some((name) => !KEEPABLE.includes(name))) return browser.newContext(options);
    // Permissions are given to each again.
    const { permissions = [], ...lasting } = options;
    const key = JSON.stringify(lasting);
    const waiting = idle.get(key) ?? [];
    idle.set(key, waiting);
    const kept = waiting.pop() ?? (await open(browser, lasting));
    if (permissions.length > 0) await kept.context.grantPermissions(permissions);
    Object.assign(kept, { isNew: true, closed: null });
    kept.context.close = () => (kept.closed ??= close(kept, lasting, waiting));
    return kept.context;
  };
}

/** A browser that others have too: closing it closes what was opened by it. */
export function shareOf(browser: Browser, openContext: OpenContext): Browser {
  const contexts = new Set<BrowserContext>();
  const own = {
    newContext: async (options?: BrowserContextOptions) => {
      const context = await openContext(options);
      contexts.add(context);
      return context;
    },
    newPage: async (options?: BrowserContextOptions) => (await own.newContext(options)).newPage(),
    contexts: () => [...contexts],
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
      contexts.clear();
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function close(kept: Kept, options: BrowserContextOptions, waiting: Kept[]): Promise<void> {
  if (waiting.length < MOST_IDLE && (await clear(kept, options))) waiting.push(kept);
  else await kept.end();
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const kept: Kept = {
    context,
    page,
    origins: new Set(),
    scripts: [],
    isNew: true,
    isLasting: false,
    closed: null,
    end: context.close.bind(context),
    newSession: context.newCDPSession.bind(context, page),
  };
  const newPage = context.newPage.bind(context);
  context.newPage = () => {
    if (!kept.isNew) return newPage();
    kept.isNew = false;
    return Promise.resolve(kept.page);
  };
  // A page that is given again stands at the last origin, whose policy forbids a document of one's own.
  const setContent = page.setContent.bind(page);
  page.setContent = async (...args) => {
    if (page.url().endsWith(LEFT_AT)) await page.goto('about:blank');
    await setContent(...args);
  };
  for (const owner of [page, context]) noteScripts(kept, owner);
  for (const name of LASTING.page) notice(kept, kept.page, name);
  for (const name of LASTING.context) notice(kept, context, name);
  notice(kept, kept.page.clock, 'install');
  watchOrigins(kept);
  return kept;
}

/** A call of `name` makes it one that is not kept. */
function notice<T extends object>(kept: Kept, owner: T, name: keyof T): void {
  const call = owner[name] as (...args: unknown[]) => unknown;
  owner[name] = ((...args: unknown[]) => {
    kept.isLasting = true;
    return call.apply(owner, args);
  }) as T[keyof T];
}

function noteScripts({ scripts }: Kept, owner: Pick<Page, 'addInitScript'>): void {
  const add = owner.addInitScript.bind(owner);
  owner.addInitScript = (...args: Parameters<typeof add>) => {
    const script = add(...args);
    scripts.push(script);
    return script;
  };
}

function watchOrigins({ page, origins }: Kept): void {
  page.on('framenavigated', (frame) => {
    const { origin, protocol } = new URL(frame.url());
    if (frame.parentFrame() === null && protocol.startsWith('http')) origins.add(origin);
  });
}

/** Whether all that was left could be taken away. */
async function clear(kept: Kept, options: BrowserContextOptions): Promise<boolean> {
  const { context, page, origins, scripts } = kept;
  if (kept.isLasting || page.isClosed()) return false;
  try {
    for (const script of scripts) await (await script).dispose();
    scripts.length = 0;
    await leave(context, page, options);
    for (const origin of origins) await forget(kept, origin);
    await context.clearPermissions();
  } catch {
    // A page that has crashed, does not let go, or whose origin has gone with its server.
    return false;
  }
  origins.clear();
  watchOrigins(kept);
  return true;
}

/** Ends what its last owner began on it and beside it. */
async function leave(context: BrowserContext, page: Page, options: BrowserContextOptions): Promise<void> {
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  for (const event of EVENTS_OF_PAGE) page.removeAllListeners(event);
  for (const event of EVENTS_OF_CONTEXT) context.removeAllListeners(event);
  for (const owner of [page, context]) {
    await owner.unrouteAll({ behavior: 'ignoreErrors' });
    owner.setDefaultTimeout(TIMEOUT_MS);
    owner.setDefaultNavigationTimeout(TIMEOUT_MS);
  }
  await context.setOffline(false);
  await context.clearCookies();
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? null,
    reducedMotion: options.reducedMotion ?? null,
    forcedColors: null,
    media: null,
  });
  if (options.viewport) await page.setViewportSize(options.viewport);
  await page.mouse.move(0, 0);
}

/** Everything of an origin that outlives its pages: both storages, databases, files, caches. */
async function forget(kept: Kept, origin: string): Promise<void> {
  const { page } = kept;
  // A page of the same origin that runs no script: nothing writes after this.
  await page.goto(`${origin}${LEFT_AT}`, { timeout: LEAVE_MS });
  await page.evaluate(() => sessionStorage.clear());
  const session = await kept.newSession();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}
