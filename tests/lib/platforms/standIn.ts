import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a stand-in sees it. */
export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  form: URLSearchParams;
  json: unknown;
}

export interface StandInAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Answerer = (request: StandInRequest) => StandInAnswer;

/** A web service of our own in the place of a platform's. */
export interface StandIn {
  server: Server;
  port: number;
  /** All that was asked, in order: `METHOD /path`. */
  asked: string[];
  requests: StandInRequest[];
  /** The next request to this path, or all until `mend`, gets this answer. */
  fail(path: string, answer: StandInAnswer, options?: { always?: boolean }): void;
  mend(path: string): void;
  close(): Promise<void>;
}

export async function startStandIn(answer: Answerer): Promise<StandIn> {
  const faults = new Map<string, { answer: StandInAnswer; always: boolean }>();
  const requests: StandInRequest[] = [];
  const server = createServer((message, response) => {
    void read(message).then((request) => {
      requests.push(request);
      const fault = faults.get(request.path);
      if (fault && !fault.always) faults.delete(request.path);
      const { status, body, headers } = fault?.answer ?? answer(request);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    requests,
    get asked() {
      return requests.map(({ method, path }) => `${method} ${path}`);
    },
    fail: (path, answered, { always = false } = {}) => void faults.set(path, { answer: answered, always }),
    mend: (path) => void faults.delete(path),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(message: IncomingMessage): Promise<StandInRequest> {
  const url = new URL(message.url ?? '/', 'http://stand-in');
  let text = '';
  for await (const chunk of message) text += String(chunk);
  const isJson = message.headers['content-type']?.includes('json') === true;
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    form: new URLSearchParams(isJson ? '' : text),
    json: isJson ? JSON.parse(text) : null,
  };
}
