import { originOf, world } from '../state.ts';

type ProtocolPart = Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'>;
type SessionPart = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;
type Handler = Parameters<Electron.Protocol['handle']>[1];

class StandInProtocol implements ProtocolPart {
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (world.isReady) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    }
    for (const { scheme, privileges = {} } of schemes) world.privilegedSchemes.set(scheme, privileges);
  }

  handle(scheme: string, handler: Handler): void {
    this.#handlers.set(scheme, handler);
  }

  /** What the network service would give for an address. */
  async load(url: string, method = 'GET'): Promise<Response> {
    const handler = this.#handlers.get(URL.parse(url)?.protocol.slice(0, -1) ?? '');
    if (!handler) throw Object.assign(new Error(`ERR_UNKNOWN_URL_SCHEME loading '${url}'`), { url });
    // Node's Request takes only addresses of the web; the handler reads nothing else of it.
    const response = await handler({ url, method } as Request);
    if (response.type === 'error') throw new Error(`ERR_FAILED loading '${url}'`);
    return response;
  }
}

class StandInSession implements SessionPart {
  readonly protocol = new StandInProtocol();
  #request: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null;
  #check: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null;
  #display: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null;

  setPermissionRequestHandler(handler: Parameters<Electron.Session['setPermissionRequestHandler']>[0]): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: Parameters<Electron.Session['setPermissionCheckHandler']>[0]): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(): void {}

  setDisplayMediaRequestHandler(
    handler: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0],
  ): void {
    this.#display = handler;
  }

  /** What Electron answers a page; without a handler it says yes, as Electron does. */
  async askPermission(permission: 'media' | 'geolocation', requestingUrl: string, isMainFrame: boolean) {
    const details = { requestingUrl, isMainFrame };
    const check = this.#check;
    const request = this.#request;
    const contents = {} as Electron.WebContents;
    return {
      checked: check ? check(contents, permission, originOf(requestingUrl), details) : true,
      granted: request
        ? await new Promise<boolean>((resolve) => request(contents, permission, resolve, details))
        : true,
    };
  }

  /** Whether a page would be given a screen without the user having been asked. */
  async askDisplay(origin: string, userGesture: boolean): Promise<'refused' | 'given'> {
    const display = this.#display;
    if (!display) return 'refused';
    const frame = { origin, parent: null } as Electron.WebFrameMain;
    const request = {
      frame,
      userGesture,
      securityOrigin: origin,
      videoRequested: true,
      audioRequested: false,
    };
    return new Promise((resolve) =>
      display(request, (streams) => resolve(streams?.video ? 'given' : 'refused')),
    );
  }
}

export const session = { defaultSession: new StandInSession() };
export const protocol: ProtocolPart = session.defaultSession.protocol;
