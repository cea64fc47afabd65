/** Why a WHIP server does not take the stream. */
export type WhipProblem =
  | 'address'
  | 'unreachable'
  | 'refused'
  | 'notFound'
  | 'busy'
  | 'notUnderstood'
  | 'serverFailed'
  | 'badAnswer'
  | 'noConnection';

export class WhipError extends Error {
  readonly problem: WhipProblem;

  constructor(problem: WhipProblem, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'WhipError';
    this.problem = problem;
  }

  /** The same again does not help: the user has to change something. */
  get isFinal(): boolean {
    return ['address', 'refused', 'notFound', 'notUnderstood'].includes(this.problem);
  }
}

export interface WhipEndpoint {
  url: string;
  /** null where the server wants none. */
  token: string | null;
}

export interface WhipResource {
  answerSdp: string;
  /** Ends the stream there. Never rejects: a server that is gone has ended it. */
  remove: () => Promise<void>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const SDP = 'application/sdp';
const TIMEOUT_MS = 10_000;
/** Far above any answer. */
const MOST_SDP_CHARS = 200_000;

/** An address that a token may be sent to: by HTTPS, or to this computer. */
export function isWhipAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
  );
}

/** Offers a stream to a WHIP endpoint (RFC 9725, section 4.2). Rejects with a `WhipError`. */
export async function createWhipResource(
  { url, token }: WhipEndpoint,
  offerSdp: string,
  call: Fetch = (...args) => fetch(...args),
): Promise<WhipResource> {
  if (!isWhipAddress(url)) throw new WhipError('address');
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  // Neither cookies nor the address of this page are the server's business.
  const common = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
  const response = await call(url.trim(), {
    ...common,
    method: 'POST',
    headers: { ...authorization, 'content-type': SDP, accept: SDP },
    body: offerSdp,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new WhipError('unreachable', { cause: error });
  });
  if (response.status !== 201) throw new WhipError(problemOf(response.status));
  const place = response.headers.get('location');
  const resource = place === null ? null : URL.parse(place, response.url === '' ? url.trim() : response.url);
  const answerSdp = await response.text().catch(() => '');
  if (
    !resource ||
    !isWhipAddress(resource.href) ||
    !answerSdp.startsWith('v=0') ||
    answerSdp.length > MOST_SDP_CHARS
  )
    throw new WhipError('badAnswer');
  return {
    answerSdp,
    remove: async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await call(resource.href, {
        ...common,
        method: 'DELETE',
        headers: authorization,
        signal,
        keepalive: true,
      }).catch(() => undefined);
    },
  };
}

function problemOf(status: number): WhipProblem {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 405 || status === 410) return 'notFound';
  if (status === 409 || status === 429 || status === 503) return 'busy';
  if (status >= 500) return 'serverFailed';
  return status >= 400 ? 'notUnderstood' : 'badAnswer';
}
