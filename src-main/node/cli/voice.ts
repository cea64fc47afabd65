import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { hasVoiceAi } from '../../../src-shared/domain/planLimits.ts';
import { createVoiceService, type VoiceService } from '../../../src-shared/handlers/voice/index.ts';
import { readPrivateFile } from '../../../src-node/files/index.ts';
import { createFileSecretStore, readDeviceLimits } from '../../services/licence/index.ts';
import { createModelsService, type ModelsService } from '../../services/models/index.ts';
import { createSpeechService } from '../../services/speech/index.ts';
import { createConsentFolder, createFileVoiceStore } from '../../services/voice/index.ts';
import { findDataDir } from '../dataDir.ts';
import { createSpeechLauncher } from '../launchEngine.ts';
import { findSpeechPrograms } from '../project.ts';
import { createCommandLog } from './engine.ts';

/** The models of this computer's SoundDesk. */
export const openCommandModels = (): ModelsService =>
  createModelsService({
    dir: join(findDataDir(), 'models'),
    fetch: (input, init) => fetch(input, init),
    log: createCommandLog(),
    nowMs: Date.now,
    onChanged: () => undefined,
  });

/** The keys, the plan, the addresses, the models and the book of costs of this computer's SoundDesk. */
export function openCommandVoice(
  given: { keyFile?: string | undefined; engine?: string | undefined; language?: string | undefined } = {},
): VoiceService {
  const { keyFile, engine, language } = given;
  const dataDir = findDataDir();
  const secrets = createFileSecretStore(dataDir);
  const log = createCommandLog();
  const speech = createSpeechService({
    models: openCommandModels(),
    launch: createSpeechLauncher({ log }),
    programs: findSpeechPrograms(),
    language,
    log,
  });
  return createVoiceService({
    fetch: (input, init) => fetch(input, init),
    readKey: async (provider) =>
      keyFile === undefined
        ? await secrets.read(`key-${provider}`)
        : (readPrivateFile(resolve(keyFile))?.trim() ?? null),
    async assertAllowed() {
      const limits = await readDeviceLimits({ store: secrets, clock: { nowMs: Date.now }, log });
      if (!hasVoiceAi(limits)) throw failWith('PLAN_LIMIT', 'voiceAiPlan');
    },
    store: createFileVoiceStore(join(dataDir, 'voice.json'), log),
    consents: createConsentFolder(join(dataDir, 'consents'), log),
    offline: speech,
    nowMs: Date.now,
    createId: randomUUID,
    log: (message, error) => log.error(message, error),
    onChanged: () => undefined,
    ...(engine === undefined ? {} : { engine }),
    ...(language === undefined ? {} : { language }),
  });
}
