import type { Model } from './model.ts';
import { TRANSLATION_MODELS } from './translations.ts';

/** Of https://huggingface.co/ggerganov/whisper.cpp: a revision never changes. */
const WHISPER = 'ggerganov/whisper.cpp/resolve/5359861c739e955e79d9a303bcbc70fb988958b1';
const MOONSHINE = 'model/tiny-en/quantized/tiny-en';
const whisper = { kind: 'speech', format: 'whisper', licence: 'MIT', languages: 'many' } as const;

/** Models that can be installed. A file is known by its SHA-256: where it comes from, nobody has to be believed. */
export const MODEL_CATALOGUE: readonly Model[] = [
  {
    ...whisper,
    id: 'whisper-tiny',
    name: 'Whisper tiny',
    files: [
      {
        path: `${WHISPER}/ggml-tiny.bin`,
        sizeBytes: 77_691_713,
        sha256: 'be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21',
      },
    ],
  },
  {
    ...whisper,
    id: 'whisper-base',
    name: 'Whisper base',
    files: [
      {
        path: `${WHISPER}/ggml-base.bin`,
        sizeBytes: 147_951_465,
        sha256: '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe',
      },
    ],
  },
  {
    ...whisper,
    id: 'whisper-small',
    name: 'Whisper small',
    files: [
      {
        path: `${WHISPER}/ggml-small.bin`,
        sizeBytes: 487_601_967,
        sha256: '1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b',
      },
    ],
  },
  {
    ...whisper,
    id: 'whisper-large-v3-turbo',
    name: 'Whisper large v3 turbo',
    files: [
      {
        path: `${WHISPER}/ggml-large-v3-turbo.bin`,
        sizeBytes: 1_624_555_275,
        sha256: '1fc70f774d38eb169993ac391eea357ef47c88757ef72ee5943879b7e8e2bc69',
      },
    ],
  },
  {
    kind: 'speech',
    format: 'moonshine',
    id: 'moonshine-tiny-en',
    name: 'Moonshine tiny (English)',
    licence: 'MIT',
    languages: ['en'],
    origin: 'https://download.moonshine.ai',
    // Sizes and hashes are those of the files in `moonshine-voice` 0.1.0 (PyPI), which the model's authors publish.
    files: [
      {
        path: `${MOONSHINE}/encoder_model.ort`,
        sizeBytes: 13_281_600,
        sha256: '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
      },
      {
        path: `${MOONSHINE}/decoder_model_merged.ort`,
        sizeBytes: 30_412_256,
        sha256: 'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
      },
      {
        path: `${MOONSHINE}/tokenizer.bin`,
        sizeBytes: 249_974,
        sha256: '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
      },
    ],
  },
  {
    kind: 'denoise',
    format: 'deepFilterNet',
    id: 'deepfilternet3',
    name: 'DeepFilterNet3',
    licence: 'MIT OR Apache-2.0',
    languages: 'none',
    origin: 'https://raw.githubusercontent.com',
    files: [
      {
        // Version 0.5.6 of the model, at a revision that never changes.
        path: 'Rikorose/DeepFilterNet/d375b2d8309e0935d165700c91da9de862a99c31/models/DeepFilterNet3_onnx.tar.gz',
        sizeBytes: 7_983_136,
        sha256: 'c94d91f70911001c946e0fabb4aa9adc37045f45a03b56008cb0c8244cb63616',
      },
    ],
  },
  ...TRANSLATION_MODELS,
];

export const findModel = (id: string): Model | undefined => MODEL_CATALOGUE.find((model) => model.id === id);
/** As the person knows it; of one that is not in the catalogue, its id. */
export const modelNameOf = (id: string): string => findModel(id)?.name ?? id;

/** The language of a model that knows one; null of others. */
export function onlyLanguageOf(id: string): string | null {
  const languages = findModel(id)?.languages ?? 'many';
  return Array.isArray(languages) && languages.length === 1 ? (languages[0] ?? null) : null;
}
