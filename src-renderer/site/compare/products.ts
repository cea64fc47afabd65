/** When the pages below were last read: year and month. Anyone who reads them again changes it. */
export const COMPARED_IN = '2026-11';

/** Others that clean a microphone while one speaks, with the makers' own pages that say what the table says. */
export const OTHERS = [
  {
    id: 'krisp',
    name: 'Krisp',
    pricesUrl: 'https://krisp.ai/pricing/',
    sources: [
      'https://help.krisp.ai/hc/en-us/articles/360012035520-How-does-Krisp-work-technically-',
      'https://krisp.ai/blog/how-we-shrunk-dnn-to-run-inside-chrome/',
    ],
  },
  {
    id: 'noiseTorch',
    name: 'NoiseTorch',
    pricesUrl: null,
    sources: ['https://github.com/noisetorch/NoiseTorch'],
  },
] as const;

export const COMPARED = ['licence', 'systems', 'where', 'model'] as const;
