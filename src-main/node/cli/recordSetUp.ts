import { readFileSync } from 'node:fs';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import {
  channelsOfSources,
  newChannelDenoise,
  type CaptureChannel,
  NO_ENABLED_CHANNEL,
  captureSetUpSchema,
  type CaptureSetUp,
} from '../../../src-shared/domain/captureSetUp.ts';
import type { DefaultEngine } from '../../../src-shared/domain/denoise.ts';
import { describeIssues } from '../../../src-shared/rpc/issues.ts';
import { describeSystemError } from '../../services/clean/index.ts';
import { UsageError } from './output.ts';

const HINT = '"npx sounddesk record --init" prints one that fits this machine.';

/** The set-up in a file; throws a `UsageError` that names the field which is wrong. */
export function readSetUp(path: string): CaptureSetUp {
  const parsed = captureSetUpSchema.safeParse(parseJson(path, readText(path)));
  if (!parsed.success) throw new UsageError(`${path} is not a set-up: ${describeIssues(parsed.error)}.`);
  if (!parsed.data.channels.some(({ isEnabled }) => isEnabled)) {
    throw new UsageError(`${NO_ENABLED_CHANNEL} ${path} has none.`);
  }
  return parsed.data;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`The set-up "${path}" cannot be read: ${describeSystemError(error)}. ${HINT}`);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    throw new UsageError(`${path} is not a set-up: it is no JSON (${reason}). ${HINT}`);
  }
}

/** A set-up of what is connected now, with every option written out. */
export function setUpOf(devices: readonly AudioDevice[], engine: DefaultEngine): CaptureSetUp {
  const channels: (ReturnType<typeof channelsOfSources>[number] & Pick<CaptureChannel, 'denoise'>)[] = [];
  for (const channel of channelsOfSources(devices))
    channels.push({ ...channel, denoise: newChannelDenoise(engine, channels) });
  return captureSetUpSchema.parse({ version: 1, channels });
}
