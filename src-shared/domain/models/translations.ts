import { TRANSLATION_LANGUAGES, type TranslationLanguage } from '../voiceAi/index.ts';
import type { Model } from './model.ts';

/** Firefox’s models, for Bergamot: https://github.com/mozilla/firefox-translations-models at a revision that never changes. */
const REVISION = 'e7957fc407441a5e3e35bbcbf9d60d9b35764618';
const FOLDER = `media/mozilla/firefox-translations-models/${REVISION}/models`;

/** A language that models translate from and to. */
export type SpokenLanguage = 'en' | TranslationLanguage;

type Row = [from: SpokenLanguage, to: SpokenLanguage, size: 'base-memory' | 'tiny', ...files: File[]];
/** Weights, then likely words, then the vocabulary: two where the languages have none in common. */
type File = [name: string, sizeBytes: number, sha256: string];

const ROWS: readonly Row[] = [
  [
    'en',
    'es',
    'base-memory',
    [
      'model.enes.intgemm.alphas.bin.gz',
      22_698_792,
      'fe4025fde24a4d5f80533cfb7acd53d0eb7f194dfc2d8f427f0d4563cfb6ac06',
    ],
    [
      'lex.50.50.enes.s2t.bin.gz',
      2_265_250,
      '37a067966f28ff0ba430fddb7412bc5b07afa2cd2fd5a46d9ad74045a1a06380',
    ],
    ['vocab.enes.spm.gz', 409_312, 'ae2760c04bc6eb5362b16e5c2f145c376bb04bac421c33ba3c0766805e6f03b3'],
  ],
  [
    'es',
    'en',
    'base-memory',
    [
      'model.esen.intgemm.alphas.bin.gz',
      23_288_494,
      '54247f1e057180bca1d404dfd5c12836f65bc96cef7af98e59e55acb8bd093b1',
    ],
    [
      'lex.50.50.esen.s2t.bin.gz',
      2_543_246,
      '3d7856bfa3b12804bdc80f12fd828fd9062c462113ab73fbf87c5c3b68420813',
    ],
    ['vocab.esen.spm.gz', 409_312, '1658b529b8858cf2e1e8cef2c4e2d69654d77b5f714ac52205864b336dfeb3ee'],
  ],
  [
    'en',
    'fr',
    'base-memory',
    [
      'model.enfr.intgemm.alphas.bin.gz',
      23_045_432,
      '22cdaf3dc9a1da6e5818b5576737182467f3cd97e6fd6f94e4273eb7b56d1e3f',
    ],
    [
      'lex.50.50.enfr.s2t.bin.gz',
      2_297_334,
      '055987f0b585b61c4914fb4469e2392fda0b25d3f7784275974f920e7b631997',
    ],
    ['vocab.enfr.spm.gz', 409_706, '5dcadaad8191fb4eb7677bce07098a20221dec95976a4db796f3a17cc82b4541'],
  ],
  [
    'fr',
    'en',
    'base-memory',
    [
      'model.fren.intgemm.alphas.bin.gz',
      23_175_075,
      '06b1eeedd3944260d00a393d12ec7192490c5b7c930b97212faf4d5f5c90a2ee',
    ],
    [
      'lex.50.50.fren.s2t.bin.gz',
      2_649_934,
      '395aa7767220e1bcfc085f2b2787ff98005d0075e55451f1e0832885e3d9642a',
    ],
    ['vocab.fren.spm.gz', 409_706, '8d15b219ffd32327b4cabf0d94a05a4fecb8923a4f386badbcbe5e86ede453a7'],
  ],
  [
    'en',
    'de',
    'base-memory',
    [
      'model.ende.intgemm.alphas.bin.gz',
      22_992_073,
      'e3a74458faba3ab2752ed8355c5e3979f13395279c8fc1bd3f54a3c2316e4975',
    ],
    [
      'lex.50.50.ende.s2t.bin.gz',
      2_314_750,
      '0370d79cda6fed5dfa8f9b2a0009459bd2766893825bb5b8b5114169d18da6c4',
    ],
    ['vocab.ende.spm.gz', 413_879, '3b2ddbfac73f994f151a8994447d6b3d41ab0d3435da56f79c233f34d03e45c2'],
  ],
  [
    'de',
    'en',
    'base-memory',
    [
      'model.deen.intgemm.alphas.bin.gz',
      22_403_755,
      '38b245bcfc23f6d61fd98a187436ea1320a38f41896df411b103df3e83f51681',
    ],
    [
      'lex.50.50.deen.s2t.bin.gz',
      2_626_658,
      '231e9caf62e0e867775d5f4c1f4cfae21e37c70d9bf2bd628fa468aeeb2ba869',
    ],
    ['vocab.deen.spm.gz', 413_879, '88dcd7fdbf20dc60837ce837244d0d55b20f7079f2cbd2ba8e63530632028310'],
  ],
  [
    'en',
    'it',
    'base-memory',
    [
      'model.enit.intgemm.alphas.bin.gz',
      23_892_889,
      'cfff470e9f29e27132723589a8bc985648f92773410e5f6fc43293d9e19f97f1',
    ],
    [
      'lex.50.50.enit.s2t.bin.gz',
      2_209_348,
      'cd7ef06c0b872c15286a9796f105eb62693f14665490546ac70ce1c6c8f16d47',
    ],
    ['vocab.enit.spm.gz', 407_598, '8f99a6f493bf7e1a03fbba19928d7dc7bf9a1b7938238467f3e80a58c0d50485'],
  ],
  [
    'it',
    'en',
    'base-memory',
    [
      'model.iten.intgemm.alphas.bin.gz',
      23_301_774,
      '0bc7221c2730723ac4477e8aa1d1d5bd0b9c3450cb8d006a6f86fe5da9129c27',
    ],
    [
      'lex.50.50.iten.s2t.bin.gz',
      2_532_929,
      '504877085b31edfa3d31a1918a9a42c20fcbf85ff018caf46c54641db5538e62',
    ],
    ['vocab.iten.spm.gz', 407_598, 'df05fae498f519a828eb388cd08ec1b7205a8bcaf2405a5feb9f5e30c49a0977'],
  ],
  [
    'en',
    'pt',
    'base-memory',
    [
      'model.enpt.intgemm.alphas.bin.gz',
      23_340_019,
      'afb5ae08a2e40b622cd191584cca1df00721fea43de85cec74191fc180370f08',
    ],
    [
      'lex.50.50.enpt.s2t.bin.gz',
      2_117_608,
      '265cff4ca31d3fc95628181de98cf668868b44903d69680284dc456aa4191545',
    ],
    ['vocab.enpt.spm.gz', 408_686, 'c2fbaf26f10563c77fa95cca465ad3666f61dd08bfaef5bb170abd582901f389'],
  ],
  [
    'pt',
    'en',
    'base-memory',
    [
      'model.pten.intgemm.alphas.bin.gz',
      22_700_409,
      'f2d2bb46d452cef561d35504bd198fa6c6ffc47187ee987406a2ac05d9c3935f',
    ],
    [
      'lex.50.50.pten.s2t.bin.gz',
      2_487_847,
      'b31185389533a97177cbf68ea756b78bfbaa24d31a865d72c6ed203fa414b2f6',
    ],
    ['vocab.pten.spm.gz', 408_686, '28c9eb4fb13f8eb661f6bb098560a1bf368d25ff890275028ea9d4f3f97b0416'],
  ],
  [
    'en',
    'ru',
    'base-memory',
    [
      'model.enru.intgemm.alphas.bin.gz',
      21_988_864,
      'e766bc83434f4a9ff4110abe5450043a62cd402c6a7a8bca5e3e4d83b408dcb4',
    ],
    [
      'lex.50.50.enru.s2t.bin.gz',
      1_378_563,
      '9c111984d8207f8dc6b9dd5c17ab4d18042f7c0e34105a09a35909538facc958',
    ],
    ['vocab.enru.spm.gz', 419_005, '9aa498dce5d27c02ac998c646c51a7475a421500ecdbbd1dff9ff3e77e64b21c'],
  ],
  [
    'ru',
    'en',
    'tiny',
    [
      'model.ruen.intgemm.alphas.bin.gz',
      12_613_599,
      '4a8a7b9b07c9e06a167ec5bf2542528817321516db4edf614fda45011fa8e5d1',
    ],
    [
      'lex.50.50.ruen.s2t.bin.gz',
      1_962_008,
      '6524f5c898f1fef52992bd2565a6d4acfafb6a4e8dcd6aef237bd888239418a0',
    ],
    ['vocab.ruen.spm.gz', 419_860, 'cd70b828e99e4d0c79d48cd56d8579d656c87c1db20bf88883da3085dcbfef75'],
  ],
  [
    'en',
    'ja',
    'base-memory',
    [
      'model.enja.intgemm.alphas.bin.gz',
      33_052_218,
      '99fc8fc120189930beadacb2eef4b049d0794ac6132d1266340e457c95730368',
    ],
    [
      'lex.50.50.enja.s2t.bin.gz',
      2_341_409,
      '7966382f7a9ba15993c67721526921d8901caa0f8add56eff04e4bb327d57c11',
    ],
    ['srcvocab.enja.spm.gz', 404_352, '12d8ffc83fc0bb61494d95701f6a298bbad5c999a043d4a48a1c1bd61e092167'],
    ['trgvocab.enja.spm.gz', 431_278, 'be7fec234b5fc94616276ee6cca69f3a8cbfa6762fdf278dfc6b11eaf669cc48'],
  ],
  [
    'ja',
    'en',
    'base-memory',
    [
      'model.jaen.intgemm.alphas.bin.gz',
      32_577_435,
      'ae56ffbb5556d8e4240b2f208a7c7a2449a4b627ac9d673981ed29eaadaab79d',
    ],
    [
      'lex.50.50.jaen.s2t.bin.gz',
      4_819_610,
      '438152f5ccd982edb43e88ef51305e3ae7c7b66ee5c20a8fa425e9f1822f9b9b',
    ],
    ['vocab.jaen.spm.gz', 746_616, '12d693f5055525d5cc1e133c8c1b8ed787c77b9bb797400d9a14382ac69c1236'],
  ],
  [
    'en',
    'ko',
    'base-memory',
    [
      'model.enko.intgemm.alphas.bin.gz',
      33_738_001,
      '91ebb959edc11b6ff63d28b5e237106047673e5be2dfec99169352fd98f0f1be',
    ],
    [
      'lex.50.50.enko.s2t.bin.gz',
      3_471_311,
      '062ceb1b1173f81c5ece40fb45affb5b7cbd8eaaf295e5744647d0e94b04beef',
    ],
    ['srcvocab.enko.spm.gz', 402_480, '2227e5841e4376a3de47010a22f77762d9259c7459959744f2505721b93134a3'],
    ['trgvocab.enko.spm.gz', 412_614, '676f821c4e0bab2f6b5af0e38fffdb7c053ad74ffa5a3e822e55fd2370af4008'],
  ],
  [
    'ko',
    'en',
    'base-memory',
    [
      'model.koen.intgemm.alphas.bin.gz',
      32_152_814,
      '1fa9af76c6a954fce14243d698c02edea38b74b1f3d149ca6a4d7f8f88ba1b92',
    ],
    [
      'lex.50.50.koen.s2t.bin.gz',
      4_381_854,
      '92d595d9e7cab334cf4560c4f66d0439bc4b9aeb644852f4eb280ccaf9aed587',
    ],
    ['vocab.koen.spm.gz', 706_864, '3b17fba7f58bde82f4ebd7ea0f51fa96fc22c8c5c20a4e905e0498f6da0ca46c'],
  ],
  [
    'en',
    'zh',
    'base-memory',
    [
      'model.enzh.intgemm.alphas.bin.gz',
      33_375_922,
      '7f255403b3bb2502f08ac4d5ca397a8a5a13f899d2f2e987a4934e089d241d16',
    ],
    [
      'lex.50.50.enzh.s2t.bin.gz',
      3_537_095,
      'c933ff15b544fc36ddaa41d088fca060604da469267fcd2b004a4d270dbe5b68',
    ],
    ['srcvocab.enzh.spm.gz', 407_784, '7846e3c236388390f4e5d321f8413d67f34c1bab5f066165eeb673bfd07607cc'],
    ['trgvocab.enzh.spm.gz', 425_748, '4d641ce165b1f8478ee2ffb5149d2d46fab3779dc8fa1e9b97f9af1d2206c091'],
  ],
  [
    'zh',
    'en',
    'base-memory',
    [
      'model.zhen.intgemm.alphas.bin.gz',
      32_726_806,
      'c430e24baad44b8e4f725458e2454aec8a760faefbd0a4592c80f114b051f692',
    ],
    [
      'lex.50.50.zhen.s2t.bin.gz',
      4_822_158,
      '216b4f87e61c89741114fa36b3cf01fb1e3a32cf0eb97bf1cb2f992951e8691b',
    ],
    ['vocab.zhen.spm.gz', 738_862, '244ac04cd4e2126852fc6f697b2aa1e04acad4492c5ec8b37453974f33f88183'],
  ],
];

/** One model a direction, from English or into it. */
export const TRANSLATION_MODELS: readonly Model[] = ROWS.map(([from, to, size, ...files]) => ({
  id: translationId(from, to),
  name: `${nameOf(from)} to ${nameOf(to)}`,
  kind: 'translation',
  format: 'bergamot',
  licence: 'MPL-2.0',
  languages: [from, to],
  origin: 'https://media.githubusercontent.com',
  files: files.map(([name, sizeBytes, sha256]) => ({
    path: `${FOLDER}/${size}/${from}${to}/${name}`,
    sizeBytes,
    sha256,
  })),
}));

/** Which models translate, one after the other: between two other languages by way of English. */
export function translationPath(from: SpokenLanguage, to: SpokenLanguage): string[] {
  if (from === to) return [];
  if (from === 'en' || to === 'en') return [translationId(from, to)];
  return [translationId(from, 'en'), translationId('en', to)];
}

/** Of a transcription: its code, or its English name; English where neither says one of them. */
export function spokenLanguage(named: string | null): SpokenLanguage {
  const wanted = named?.toLowerCase() ?? '';
  const found = Object.entries(TRANSLATION_LANGUAGES).find(
    ([code, name]) => wanted === code || wanted.startsWith(`${code}-`) || wanted === name.toLowerCase(),
  );
  return (found?.[0] as TranslationLanguage | undefined) ?? 'en';
}

function translationId(from: SpokenLanguage, to: SpokenLanguage): string {
  return `translate-${from}-${to}`;
}

function nameOf(language: SpokenLanguage): string {
  return language === 'en' ? 'English' : TRANSLATION_LANGUAGES[language];
}
