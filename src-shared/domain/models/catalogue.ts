import type { Model } from './model.ts';
import { TRANSLATION_MODELS } from './translations.ts';

/** Of https://huggingface.co/ggerganov/whisper.cpp: a revision never changes. */
const WHISPER = 'ggerganov/whisper.cpp/resolve/5359861c739e955e79d9a303bcbc70fb988958b1';
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

/** As the person knows it; of one that is not in the catalogue, its id. */
export const modelNameOf = (id: string): string =>
  MODEL_CATALOGUE.find((model) => model.id === id)?.name ?? id;
