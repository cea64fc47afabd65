import type { Translate } from '../../lib/useTranslation.ts';
import { formatDuration, formatFigure, formatSampleRate } from '../../lib/figures.ts';
import type { PreflightProblem, PreflightResult } from './preflight.ts';

/** What is said of one thing that was looked at. */
export interface PreflightRow {
  title: string;
  advice: string | null;
}

/** Of these a channel is not as loud as it should be. */
const LEVEL_PROBLEMS: ReadonlySet<PreflightProblem['kind']> = new Set([
  'silent',
  'quiet',
  'clipping',
  'headroom',
]);

/** What was looked at and is as it should be. */
export function describeFine(
  t: Translate<'studio'>,
  { problems, peaks, videos, secondsLeft }: PreflightResult,
  nameOf: (id: string) => string,
): PreflightRow[] {
  const misleveled = new Set(
    problems.flatMap((problem) =>
      'channelId' in problem && LEVEL_PROBLEMS.has(problem.kind) ? [problem.channelId] : [],
    ),
  );
  const faulty = new Set(problems.flatMap((problem) => ('name' in problem ? [problem.name] : [])));
  const sounds = peaks
    .filter(({ channelId }) => !misleveled.has(channelId))
    .map(({ channelId, peakDb, noiseDb }) => ({
      title: t('preflight.peak', { name: nameOf(channelId), peak: formatFigure(peakDb, 1) }),
      advice: t('preflight.figures', { headroom: formatFigure(-peakDb, 1), noise: formatFigure(noiseDb) }),
    }));
  const seen = videos
    .filter(({ name }) => !faulty.has(name))
    .map((finding) => {
      const { name } = finding;
      if (finding.kind === 'screen') return { title: t('preflight.screenFine', { name }), advice: null };
      const light = percentOf(finding.figures?.light ?? 0);
      const fps = formatFigure(finding.figures?.fps ?? 0);
      return { title: t('preflight.cameraFine', { name, light, fps }), advice: null };
    });
  const hasRoom = secondsLeft !== null && problems.every(({ kind }) => kind !== 'disk');
  const disk = hasRoom
    ? [{ title: t('preflight.diskFine', { time: formatDuration(secondsLeft) }), advice: null }]
    : [];
  return [...sounds, ...seen, ...disk];
}

const percentOf = (share: number): string => formatFigure(100 * share);

/** A problem, and what to do about it. */
export function describeProblem(
  t: Translate<'studio'>,
  problem: PreflightProblem,
  nameOf: (id: string) => string,
): PreflightRow {
  return 'channelId' in problem ? describeSound(t, problem, nameOf) : describeRest(t, problem);
}

type SoundProblem = Extract<PreflightProblem, { channelId: string }>;

function describeSound(
  t: Translate<'studio'>,
  problem: SoundProblem,
  nameOf: (id: string) => string,
): PreflightRow {
  switch (problem.kind) {
    case 'silent':
    case 'quiet': {
      const name = nameOf(problem.channelId);
      const peak = Number.isFinite(problem.peakDb) ? formatFigure(problem.peakDb, 1) : '−∞';
      return {
        title: t(`preflight.${problem.kind}`, { name, peak }),
        advice: t(`preflight.${problem.kind}Advice`),
      };
    }
    case 'clipping': {
      const name = nameOf(problem.channelId);
      return {
        title: t('preflight.clipping', { name, count: problem.samples }),
        advice: t('preflight.clippingAdvice'),
      };
    }
    case 'echo':
      return {
        title: t('preflight.echo', {
          name: nameOf(problem.channelId),
          source: nameOf(problem.sourceId),
        }),
        advice: t('preflight.echoAdvice'),
      };
    case 'noSource':
      return {
        title: t('preflight.noSource', { name: nameOf(problem.channelId) }),
        advice: t('preflight.noSourceAdvice'),
      };
    case 'headroom':
      return {
        title: t('preflight.headroom', {
          name: nameOf(problem.channelId),
          peak: formatFigure(problem.peakDb, 1),
        }),
        advice: t('preflight.headroomAdvice'),
      };
    case 'noisy':
      return {
        title: t('preflight.noisy', {
          name: nameOf(problem.channelId),
          noise: formatFigure(problem.noiseDb),
        }),
        advice: t('preflight.noisyAdvice'),
      };
    case 'hum':
      return {
        title: t('preflight.hum', {
          name: nameOf(problem.channelId),
          mains: formatFigure(problem.mainsHz),
          level: formatFigure(problem.levelDb),
        }),
        advice: t('preflight.humAdvice'),
      };
  }
}

/** Of devices, cameras, screens and the computer. */
function describeRest(
  t: Translate<'studio'>,
  problem: Exclude<PreflightProblem, SoundProblem>,
): PreflightRow {
  switch (problem.kind) {
    case 'lost':
      return {
        title: t('preflight.lost', { device: problem.device }),
        advice: t('preflight.lostAdvice'),
      };
    case 'missing':
      return {
        title: t('preflight.missing', { device: problem.device, count: problem.frames }),
        advice: t('preflight.missingAdvice'),
      };
    case 'rate':
      return {
        title: t('preflight.rate', {
          device: problem.device,
          rate: formatSampleRate(problem.deviceRate),
          session: formatSampleRate(problem.sessionRate),
        }),
        advice: t(problem.isTelephone ? 'preflight.telephoneAdvice' : 'preflight.rateAdvice'),
      };
    case 'overload':
      return {
        title:
          problem.missedBlocks > 0
            ? t('preflight.missed', { count: problem.missedBlocks })
            : t('preflight.busy', { percent: formatFigure(problem.load * 100) }),
        advice: t('preflight.overloadAdvice'),
      };
    case 'disk':
      return {
        title: t('preflight.disk', { time: formatDuration(problem.secondsLeft) }),
        advice: t('preflight.diskAdvice'),
      };
    case 'noVideo':
    case 'unshared':
    case 'noScreen':
      return {
        title: t(`preflight.${problem.kind}`, { name: problem.name }),
        advice: t(`preflight.${problem.kind}Advice`),
      };
    case 'dark':
    case 'glaring':
      return {
        title: t(`preflight.${problem.kind}`, { name: problem.name, light: percentOf(problem.light) }),
        advice: t(`preflight.${problem.kind}Advice`),
      };
    case 'slow':
      return {
        title: t('preflight.slow', {
          name: problem.name,
          fps: formatFigure(problem.fps),
          wanted: formatFigure(problem.wantedFps),
        }),
        advice: t('preflight.slowAdvice'),
      };
    case 'noChannel':
    case 'unheard':
      return { title: t(`preflight.${problem.kind}`), advice: t(`preflight.${problem.kind}Advice`) };
  }
}
