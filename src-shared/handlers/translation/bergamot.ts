/** The part of Bergamot that is used here: Marian as WebAssembly, https://github.com/browsermt/bergamot-translator. */
interface BergamotModule {
  asm: Record<string, (...given: unknown[]) => unknown>;
  BlockingService: new (options: { cacheSize: number }) => BergamotService;
  TranslationModel: new (
    config: string,
    model: Memory,
    shortlist: Memory,
    vocabularies: List<Memory>,
    quality: null,
  ) => object;
  AlignedMemory: new (bytes: number, alignment: number) => Memory;
  AlignedMemoryList: new () => List<Memory>;
  VectorString: new () => List<string>;
  VectorResponseOptions: new () => List<{ alignment: boolean; html: boolean; qualityScores: boolean }>;
}
interface BergamotService {
  translate(model: object, texts: List<string>, options: object): Answers;
  translateViaPivoting(first: object, second: object, texts: List<string>, options: object): Answers;
}
interface Memory {
  getByteArrayView(): Int8Array;
}
interface List<T> {
  push_back(item: T): void;
  delete(): void;
}
interface Answers {
  get(index: number): { getTranslatedText(): string };
  delete(): void;
}

type Imports = Record<string, unknown>;
type Accept = (instance: unknown) => void;
/** What its script reads and fills: it is a classic one, which looks for `Module`. */
export type BergamotScope = Partial<BergamotModule> & {
  print: (line: string) => void;
  printErr: (line: string) => void;
  instantiateWasm: (imports: Imports, accept: Accept) => object;
  onRuntimeInitialized: () => void;
  onAbort: (reason: unknown) => void;
};

/** Firefox has a faster form of these; elsewhere the module's own are taken. */
const PRODUCTS: Readonly<Record<string, string>> = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};

/** As Firefox runs its models. */
const CONFIG = `beam-size: 1
normalize: 1.0
word-penalty: 0
cpu-threads: 0
gemm-precision: int8shiftAlphaAll
skip-cost: true
alignment: soft
quiet: true
quiet-translation: true
max-length-break: 128
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
`;
const [MODEL_ALIGNMENT, OTHER_ALIGNMENT] = [256, 64];

export interface Translator {
  /** From the bytes of its files: weights, likely words, and one vocabulary or two. */
  load(files: readonly Uint8Array[]): object;
  /** By one model, or by one after the other. */
  translate(models: readonly object[], texts: readonly string[]): string[];
}

/**
 * Opens the module. `run` runs its script with a scope; `instantiate` makes its WebAssembly. One that has failed once is of no use any
 * more: Marian ends its program where it does not like a model.
 */
export async function openTranslator(host: {
  run: (scope: BergamotScope) => void;
  instantiate: (imports: Imports) => Promise<unknown>;
}): Promise<Translator> {
  const said: string[] = [];
  const module = await new Promise<BergamotModule>((resolve, reject) => {
    const scope: BergamotScope = {
      print: () => undefined,
      printErr: (line) => void said.push(line),
      onAbort: (reason) => reject(new Error(String(reason))),
      onRuntimeInitialized: () => resolve(scope as BergamotModule),
      instantiateWasm(imports, accept) {
        const products = Object.entries(PRODUCTS).map(
          ([name, own]) => [name, (...given: unknown[]) => scope.asm?.[own]?.(...given)] as const,
        );
        host.instantiate({ ...imports, wasm_gemm: Object.fromEntries(products) }).then(accept, reject);
        return {};
      },
    };
    host.run(scope);
  });
  const service = new module.BlockingService({ cacheSize: 0 });
  return {
    load: (files) => withReason(said, () => loadModel(module, files)),
    translate: (models, texts) => withReason(said, () => translateTexts(module, service, models, texts)),
  };
}

function loadModel(
  module: BergamotModule,
  [model, shortlist, ...vocabularies]: readonly Uint8Array[],
): object {
  if (!model || !shortlist || vocabularies.length === 0) throw new Error('a file of the model is missing');
  const memoryOf = (bytes: Uint8Array, alignment: number): Memory => {
    const memory = new module.AlignedMemory(bytes.byteLength, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const list = new module.AlignedMemoryList();
  for (const vocabulary of vocabularies) list.push_back(memoryOf(vocabulary, OTHER_ALIGNMENT));
  const memory = memoryOf(model, MODEL_ALIGNMENT);
  return new module.TranslationModel(CONFIG, memory, memoryOf(shortlist, OTHER_ALIGNMENT), list, null);
}

function translateTexts(
  module: BergamotModule,
  service: BergamotService,
  [first, second]: readonly object[],
  texts: readonly string[],
): string[] {
  if (!first) return [...texts];
  const input = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const text of texts) {
    input.push_back(text);
    options.push_back({ alignment: false, html: false, qualityScores: false });
  }
  const answers = second
    ? service.translateViaPivoting(first, second, input, options)
    : service.translate(first, input, options);
  input.delete();
  options.delete();
  const translated = texts.map((_, index) => answers.get(index).getTranslatedText());
  answers.delete();
  return translated;
}

/** What Marian has printed says more than that it has ended. */
function withReason<T>(said: string[], work: () => T): T {
  said.length = 0;
  try {
    return work();
  } catch (error) {
    const reason = said.map((line) => /Error: (.*)/.exec(line)?.[1]).find((found) => found !== undefined);
    throw new Error(reason ?? (error instanceof Error ? error.message : String(error)), { cause: error });
  }
}
