import { onTestFinished } from 'vitest';
import { createGatewayFetch } from '../../src-node/gatewayFetch/index.ts';

/** One request of a page to its accounts, and what becomes of it; named as Playwright's routes are. */
export interface FaultyRequest {
  method: string;
  /** The body, parsed. */
  postDataJson(): unknown;
  /** Answered by the test. */
  fulfill(answer: { status?: number; json?: unknown; body?: string; contentType?: string }): Response;
  /** Nobody answers. */
  abort(): never;
  /** The backend answers. */
  continue(): Promise<Response>;
}

/** What a request comes to; nothing: it is never answered. */
type Fault = (request: FaultyRequest) => Response | Promise<Response | undefined> | undefined;

/** What a test makes of requests of pages between the host and its backend: browsers see none of them. */
export interface GatewayFaults {
  openGateway: (socketPath: string) => typeof fetch;
  /** Until `unroute`, or the end of the test. `path`: part of the path with its query. */
  route(path: string, fault: Fault): void;
  unroute(path: string): void;
}

export function createGatewayFaults(): GatewayFaults {
  const faults = new Map<string, Fault>();
  return {
    openGateway(socketPath) {
      const ask = createGatewayFetch(socketPath);
      return async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const [, fault] = [...faults].find(([path]) => (pathname + search).includes(path)) ?? [];
        if (!fault) return ask(request);
        const body = await request.clone().text();
        const answer = await fault({
          method: request.method,
          postDataJson: () => JSON.parse(body) as unknown,
          fulfill: ({ status = 200, json, body: text, contentType = 'text/plain' }) =>
            json === undefined
              ? new Response(text ?? null, { status, headers: { 'content-type': contentType } })
              : Response.json(json, { status }),
          abort() {
            throw new TypeError('nobody answers');
          },
          continue: () => ask(request),
        });
        return answer ?? never(request.signal);
      };
    },
    route(path, fault) {
      faults.set(path, fault);
      onTestFinished(() => void faults.delete(path));
    },
    unroute: (path) => void faults.delete(path),
  };
}

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
