/** Where a broadcast is sent: the address of a server that takes RTMP or SRT, without its stream key. */
export interface IngestAddress {
  protocol: 'rtmp' | 'rtmps' | 'srt';
  host: string;
  port: number;
  /** What the server calls the application: all of the path. SRT has none. */
  app: string;
}

export type AddressProblem = 'empty' | 'scheme' | 'login' | 'host' | 'port' | 'app' | 'fragment' | 'srtPath';

export type ParsedAddress = { address: IngestAddress } | { problem: AddressProblem };

/** Longer than any platform's. */
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_STREAM_KEY_LENGTH = 500;

/** SRT has no port of its own. */
const DEFAULT_PORTS = { rtmp: 1935, rtmps: 443, srt: null } as const;
const FORM =
  /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?(\[[0-9a-f:.]+\]|[^/?#:[\]]*)(?::([^/?#]*))?((?:[/?][^#]*)?)(#.*)?$/i;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?$/i;

/** Reads `rtmp://host[:port]/app`, `rtmps://…` or `srt://host:port`. What is wrong is named by the first part that is. */
export function parseIngestAddress(text: string): ParsedAddress {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const parts = trimmed.length <= MAX_ADDRESS_LENGTH ? FORM.exec(trimmed) : null;
  const scheme = parts?.[1]?.toLowerCase();
  if (!parts || (scheme !== 'rtmp' && scheme !== 'rtmps' && scheme !== 'srt')) return { problem: 'scheme' };
  const [, , login, host = '', port, path = '', fragment] = parts;
  if (login !== undefined) return { problem: 'login' };
  if (fragment !== undefined) return { problem: 'fragment' };
  if (!isHost(host)) return { problem: 'host' };
  const portNumber = port === undefined ? DEFAULT_PORTS[scheme] : readPort(port);
  if (portNumber === null) return { problem: 'port' };
  if (scheme === 'srt') return readSrt(host, portNumber, path);
  const app = path.startsWith('/') ? path.slice(1).replace(/\/+$/, '') : '';
  if (app === '' || !/^[\x21-\x7e]+$/.test(app)) return { problem: 'app' };
  return {
    address: {
      protocol: scheme,
      host: withoutBrackets(host),
      port: portNumber,
      app,
    },
  };
}

/** What many servers show behind a `?` holds secrets, which belong into the key. */
function readSrt(host: string, port: number, path: string): ParsedAddress {
  if (path !== '' && path !== '/') return { problem: 'srtPath' };
  return { address: { protocol: 'srt', host: withoutBrackets(host), port, app: '' } };
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

/** The address as `connect` names it, and as it may be shown: no key is in it. */
export function formatIngestAddress({ protocol, host, port, app }: IngestAddress): string {
  const name = host.includes(':') ? `[${host}]` : host;
  const server = `${protocol}://${name}${port === DEFAULT_PORTS[protocol] ? '' : `:${port}`}`;
  return protocol === 'srt' ? server : `${server}/${app}`;
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
