import { RpcError } from '../../../src-shared/contract/errors.ts';
import { runFfmpeg } from './run.ts';

/** What a format takes: names of FFmpeg's. */
export interface FormatNeeds {
  /** For the user. */
  name: string;
  muxer: string;
  encoders: readonly string[];
}

/** Which of the formats the installed FFmpeg can write, and of the others why not. */
export async function readOffers<F extends string>(
  formats: readonly F[],
  needs: Readonly<Record<F, FormatNeeds>>,
) {
  let there: Set<string>;
  try {
    there = new Set([...(await listNames('-encoders')), ...(await listNames('-muxers'))]);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== 'FORMAT_UNSUPPORTED') throw error;
    const { message } = error;
    return formats.map((format) => ({ format, capability: { supported: false as const, reason: message } }));
  }
  return formats.map((format) => {
    const { name, muxer, encoders } = needs[format];
    const missing = [muxer, ...encoders].filter((wanted) => !there.has(wanted));
    if (missing.length === 0) return { format, capability: { supported: true as const } };
    const reason = `The installed FFmpeg cannot write ${name}: it was built without ${missing.join(' and ')}.`;
    return { format, capability: { supported: false as const, reason } };
  });
}

/** Its lists have a column of letters before each name. */
async function listNames(what: '-encoders' | '-muxers'): Promise<string[]> {
  const names: string[] = [];
  await runFfmpeg([what], {
    onLine: (line) => names.push(...(/^ [A-Z. ]{1,6} +(\S+)/.exec(line)?.[1]?.split(',') ?? [])),
  });
  return names;
}
