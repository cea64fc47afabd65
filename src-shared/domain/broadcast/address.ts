/** Where a broadcast is sent: the address of a server that takes RTMP, without its stream key. */
export interface IngestAddress {
  isSecure: boolean;
  host: string;
  port: number;
  /** What the server calls the application: all of the path. */
  app: string;
}

export type AddressProblem = 'empty' | 'scheme' | 'login' | 'host' | 'port' | 'app' | 'fragment';

export type ParsedAddress = { address: IngestAddress } | { problem: AddressProblem };

/** Longer than any platform's. */
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_STREAM_KEY_LENGTH = 500;

const DEFAULT_PORTS = { rtmp: 1935, rtmps: 443 } as const;
const FORM =
  /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?(\[[0-9a-f:.]+\]|[^/?#:[\]]*)(?::([^/?#]*))?(?:\/([^#]*))?(#.*)?$/i;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?$/i;

/** Reads `rtmp://host[:port]/app` or `rtmps://…`. What is wrong is named by the first part that is. */
export function parseIngestAddress(text: string): ParsedAddress {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const parts = trimmed.length <= MAX_ADDRESS_LENGTH ? FORM.exec(trimmed) : null;
  const scheme = parts?.[1]?.toLowerCase();
  if (!parts || (scheme !== 'rtmp' && scheme !== 'rtmps')) return { problem: 'scheme' };
  const [, , login, host = '', port, path = '', fragment] = parts;
  if (login !== undefined) return { problem: 'login' };
  if (fragment !== undefined) return { problem: 'fragment' };
  if (!isHost(host)) return { problem: 'host' };
  const portNumber = port === undefined ? DEFAULT_PORTS[scheme] : readPort(port);
  if (portNumber === null) return { problem: 'port' };
  const app = path.replace(/\/+$/, '');
  if (app === '' || !/^[\x21-\x7e]+$/.test(app)) return { problem: 'app' };
  return {
    address: {
      isSecure: scheme === 'rtmps',
      host: host.replace(/^\[|\]$/g, '').toLowerCase(),
      port: portNumber,
      app,
    },
  };
}

/** The address as `connect` names it, and as it may be shown: no key is in it. */
export function formatIngestAddress({ isSecure, host, port, app }: IngestAddress): string {
  const scheme = isSecure ? 'rtmps' : 'rtmp';
  const name = host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${name}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}/${app}`;
}

/** Keys are printable and have no spaces; one that was copied with a line end is trimmed before. */
export const isStreamKey = (text: string): boolean =>
  text.length <= MAX_STREAM_KEY_LENGTH && /^[\x21-\x7e]+$/.test(text);

function isHost(host: string): boolean {
  if (host.startsWith('[')) return host.includes(':');
  return host.length <= 253 && HOST_NAME.test(host);
}

function readPort(text: string): number | null {
  if (!/^\d{1,5}$/.test(text)) return null;
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : null;
}
