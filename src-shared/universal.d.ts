/**
 * The few globals that every runtime of ours has (Node, browsers, workers). Only these may be
 * used in src-shared: its project has neither the DOM's types nor Node's.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
declare function setTimeout(callback: () => void, delayMs: number): unknown;
declare function clearTimeout(handle: unknown): void;
declare function setInterval(callback: () => void, everyMs: number): unknown;
declare function clearInterval(handle: unknown): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T): T;
/** A key of Web Crypto: opaque here. */
interface CryptoKey {
  readonly extractable: boolean;
}
interface CryptoKeyPair {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}
declare const crypto: {
  getRandomValues<T extends Uint8Array<ArrayBuffer>>(bytes: T): T;
  readonly subtle: {
    digest(algorithm: 'SHA-256', bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    importKey(
      format: 'raw' | 'spki',
      bytes: Uint8Array<ArrayBuffer>,
      algorithm: object,
      extractable: boolean,
      usages: readonly ('sign' | 'verify')[],
    ): Promise<CryptoKey>;
    exportKey(format: 'spki', key: CryptoKey): Promise<ArrayBuffer>;
    sign(algorithm: object | string, key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    verify(
      algorithm: object | string,
      key: CryptoKey,
      signature: Uint8Array<ArrayBuffer>,
      bytes: Uint8Array<ArrayBuffer>,
    ): Promise<boolean>;
  };
};
/** What src-shared/video needs of WebAssembly. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<Module>;
  function instantiate(module: Module): Promise<Instance>;
}
declare function btoa(text: string): string;
declare function atob(text: string): string;
