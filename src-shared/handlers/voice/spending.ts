import {
  voiceDocumentSchema,
  type Spending,
  type VoiceDocument,
  type VoiceSettings,
} from '../../contract/voice.ts';
import { DEFAULT_ENGINE } from '../../domain/voiceAi/index.ts';
import { DEFAULT_PRICES, type Prices } from '../../domain/voiceAi/prices.ts';
import { failWith } from '../../contract/errorTexts.ts';
import { ELEVENLABS_URL } from './elevenLabs.ts';
import { OPENAI_URL } from './openAi.ts';

/** Where settings and spendings rest: a file of the host, or a browser's storage. */
export interface VoiceStore {
  /** null where nothing was written, or where it cannot be read. */
  read(): Promise<unknown>;
  write(value: unknown): Promise<void>;
}

/** More are of no use on a screen; the month's sum is kept beside them. */
const MOST_SPENDINGS = 500;

type Document = VoiceDocument;

const NOTHING: Document = {
  settings: {
    capUsd: null,
    engine: DEFAULT_ENGINE,
    translator: 'openai',
    prices: DEFAULT_PRICES,
    baseUrls: { openai: OPENAI_URL, elevenlabs: ELEVENLABS_URL },
  },
  spendings: [],
  months: {},
};

type Changes = { [P in keyof VoiceSettings['baseUrls']]?: string | undefined };

interface SettingsPatch {
  capUsd?: number | null | undefined;
  engine?: string | undefined;
  translator?: VoiceDocument['settings']['translator'] | undefined;
  prices?: Omit<Prices, 'confirmedAtMs'> | undefined;
  baseUrls?: Changes | undefined;
}

/** What calls of providers cost, and the cap that a person has set. */
export function createSpending(options: { store: VoiceStore; nowMs: () => number; createId: () => string }) {
  const { store, nowMs, createId } = options;
  let loaded: Promise<Document> | null = null;
  const load = () => {
    loaded ??= store.read().then((value) => {
      const parsed = voiceDocumentSchema.safeParse(value);
      return parsed.success ? parsed.data : NOTHING;
    });
    return loaded;
  };
  /** In this computer's calendar, as the person reads it. */
  const monthOf = (atMs: number) => {
    const date = new Date(atMs);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
  };
  async function write(document: Document): Promise<void> {
    await store.write(document);
    loaded = Promise.resolve(document);
  }
  return {
    async read() {
      const { settings, spendings, months } = await load();
      return { settings, spendings, monthUsd: months[monthOf(nowMs())] ?? 0 };
    },
    async updateSettings(patch: SettingsPatch) {
      const document = await load();
      const { settings } = document;
      await write({
        ...document,
        settings: {
          capUsd: patch.capUsd === undefined ? settings.capUsd : patch.capUsd,
          engine: patch.engine ?? settings.engine,
          translator: patch.translator ?? settings.translator,
          prices: patch.prices ? { ...patch.prices, confirmedAtMs: nowMs() } : settings.prices,
          baseUrls: {
            openai: patch.baseUrls?.openai ?? settings.baseUrls.openai,
            elevenlabs: patch.baseUrls?.elevenlabs ?? settings.baseUrls.elevenlabs,
          },
        },
      });
    },
    /** Throws `SPENDING_CAP` where this month's cap would be passed. */
    async assertWithinCap(expectedUsd: number): Promise<void> {
      const { settings, months } = await load();
      const { capUsd } = settings;
      const spentUsd = months[monthOf(nowMs())] ?? 0;
      if (capUsd === null || spentUsd + expectedUsd <= capUsd) return;
      throw failWith('SPENDING_CAP', 'spendingCap', {
        values: { cap: amountOf(capUsd), spent: amountOf(spentUsd), expected: amountOf(expectedUsd) },
      });
    },
    /** A call that was paid for. */
    async add(spending: Omit<Spending, 'id' | 'atMs'>): Promise<void> {
      const document = await load();
      const atMs = nowMs();
      const month = monthOf(atMs);
      await write({
        ...document,
        spendings: [{ id: createId(), atMs, ...spending }, ...document.spendings].slice(0, MOST_SPENDINGS),
        months: { ...document.months, [month]: (document.months[month] ?? 0) + (spending.usd ?? 0) },
      });
    },
  };
}
export type SpendingBook = ReturnType<typeof createSpending>;

/** Less than a cent is not nothing. */
function amountOf(usd: number): string {
  return usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2);
}
