/** Why a destination does not take the broadcast. */
export type PublishFailure =
  | 'unreachable'
  | 'timedOut'
  | 'closed'
  | 'stalled'
  | 'alreadyPublishing'
  | 'moved'
  | 'protocol'
  | 'untrusted'
  | 'refused';

/** What trying again does not mend: the user has to change something. */
const FINAL: readonly PublishFailure[] = ['refused', 'untrusted'];

/** A failed or ended connection to a destination. Its message is for the user and holds no key. */
export class PublishError extends Error {
  readonly failure: PublishFailure;

  constructor(failure: PublishFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PublishError';
    this.failure = failure;
  }

  get isFinal(): boolean {
    return FINAL.includes(this.failure);
  }
}

const UNTRUSTED =
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|EPROTO|ERR_SSL|WRONG_VERSION/;
const NETWORK_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name.',
  EAI_AGAIN: 'The name of the server cannot be looked up now. Check the network.',
  ECONNREFUSED: 'The server takes no connection on this port.',
  ENETUNREACH: 'The network is unreachable.',
  EHOSTUNREACH: 'The server is unreachable.',
  ETIMEDOUT: 'The server does not answer.',
  ECONNRESET: 'The server closed the connection.',
  EPIPE: 'The server closed the connection.',
};

/** An error of the socket as what it means for the destination. */
export function toPublishError(error: unknown, isOpen: boolean): PublishError {
  if (error instanceof PublishError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (!isOpen && UNTRUSTED.test(code)) {
    return new PublishError('untrusted', `The server's certificate is not trusted (${code}).`, {
      cause: error,
    });
  }
  const words = NETWORK_WORDS[code] ?? `The connection failed (${code || 'unknown'}).`;
  return new PublishError(isOpen ? 'closed' : 'unreachable', words, { cause: error });
}

/** Some servers say nothing of a key that they do not know. */
export const closedAtStart = () =>
  new PublishError('closed', 'The server closed the connection right after the start. Check the stream key.');

/** What a server answered with instead of starting. */
export function toRefusal(code: string, description: string): PublishError {
  const words = description === '' ? code : `${description} (${code})`;
  if (/already|in use/i.test(description) || /AlreadyPublish/i.test(code)) {
    return new PublishError('alreadyPublishing', `The server still has the last connection: ${words}`);
  }
  return new PublishError('refused', `The server refused the stream: ${words}`);
}
