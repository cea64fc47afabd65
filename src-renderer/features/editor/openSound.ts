import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { sampleOfFrame, SOUND_RATE } from '../../../src-shared/domain/edit/time.ts';
import { joinChunks } from '../../lib/joinChunks.ts';
import { Listener } from '../../media/editor/listener.ts';
import { loadModels } from '../../media/editor/strips/loadModels.ts';
import { openStrips } from '../../media/editor/strips/openStrips.ts';
import { PreparedStrips } from '../../media/editor/strips/preparedStrips.ts';
import { StripMixer } from '../../media/editor/strips/stripMixer.ts';
import type { Transport } from '../../media/editor/transport.ts';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';
import { selectPlugins } from '../workspace/index.ts';
import type { EditorRoot } from './editorState.ts';
import { lengthOf } from './lengthOf.ts';
import { createStripHost } from './stripHost.ts';

/** The sound of a project: what the transport plays, and what is tried out beside it. */
export function openSound({ id, rate }: Project, transport: Transport) {
  return (
    dispatch: ThunkDispatch<EditorRoot, ThunkExtra, UnknownAction>,
    getState: () => EditorRoot,
    { client }: ThunkExtra,
  ) => {
    const strips = openStrips();
    const listener = new Listener();
    const hasPlugins = selectPlugins(getState())?.supported === true;
    const stripHost = hasPlugins ? createStripHost(id, { client, dispatch }) : null;
    const prepared = new PreparedStrips(stripHost, () => {
      mixer.dispose();
      trial.dispose();
      if (current) play(current);
    });
    const openMixer = () =>
      new StripMixer(
        (mediaId, fromSample, samples) => readSound(client, { id, mediaId, fromSample, samples }),
        strips.open,
        loadModels,
        prepared.soundOf,
      );
    const mixer = openMixer();
    /** What is tried out is heard beside the project. */
    const trial = openMixer();
    let current: Project | null = null;
    const play = (project: Project) => {
      const { inFrame, outFrame } = project;
      const length = lengthOf(project);
      const hasRange = inFrame !== null || outFrame !== null;
      transport.setSound(
        {
          sampleRate: SOUND_RATE,
          frames: sampleOfFrame(rate, length),
          read: (fromSample, samples) => mixer.mix(project, fromSample, samples),
        },
        hasRange ? { fromFrame: inFrame ?? 0, toFrame: Math.min(length, outFrame ?? length) } : null,
      );
    };
    return {
      prepared,
      setProject(project: Project) {
        current = project;
        prepared.setProject(project);
        play(project);
      },
      async listenTo(heard: Project, fromFrame: number, frames: number) {
        const from = sampleOfFrame(rate, fromFrame);
        await listener.play(trial.mix(heard, from, sampleOfFrame(rate, fromFrame + frames) - from));
      },
      stopListening: () => listener.stop(),
      dispose() {
        listener.dispose();
        prepared.dispose();
        strips.dispose();
      },
    };
  };
}

async function readSound(
  client: PlatformClient,
  input: { id: string; mediaId: string; fromSample: number; samples: number },
): Promise<Float32Array> {
  const chunks: Uint8Array[] = [];
  await client.open('projects.readSound', input, (bytes) => chunks.push(bytes)).done;
  // Little-endian on the wire, as every machine is that runs a browser.
  return new Float32Array(joinChunks(chunks).buffer);
}
