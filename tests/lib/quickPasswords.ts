import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Read by Node before a test's backend: a hash takes 5 ms there, not 350. Hashes say the cost that they were asked for, so
 * a backend that starts without this cannot check them. The real cost is that of tests/backend.
 */
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;

Object.assign(crypto, {
  scrypt: (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done) =>
    scrypt(password, salt, length, { ...options, N: Math.min(options.N ?? 1024, 1024), p: 1 }, done),
});
syncBuiltinESMExports();
