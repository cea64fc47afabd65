import { z } from 'zod';
import {
  clipSchema,
  EASES,
  idSchema,
  lutSchema,
  MAX_FRAME,
  type Clip,
  type Keyframe,
  type Project,
} from '../document.ts';
import {
  CLIP_EFFECT_KINDS,
  clipEffectFields,
  defaultEffectValues,
  effectSchema,
  type Effect,
} from '../effects.ts';
import { parameterRange } from '../keyframes.ts';
import { refuse } from '../refusal.ts';
import { editClips, findClip, withLinked } from '../timeline.ts';
import { clipIdsSchema } from './clips.ts';
import { operation } from './operation.ts';

const clipId = idSchema;
const effectId = effectSchema.shape.id;
const offset = z.int().min(-MAX_FRAME).max(MAX_FRAME);
const parameter = clipSchema.shape.keyframes.keyType;

/** Effects, keyframes and LUTs. */
export const LOOK_OPERATIONS = {
  /** With its default values. */
  addEffect: operation(
    z.strictObject({ clipIds: clipIdsSchema, kind: z.enum(CLIP_EFFECT_KINDS) }),
    (project, { clipIds, kind }, makeId) =>
      editClips(project, withLinked(project, clipIds, true), (clip, { kind: trackKind }) => {
        if (trackKind === 'audio') refuse('wrongTrack', 'Only video has effects.');
        if (clip.effects.length >= 20) refuse('tooMany', 'A clip has at most 20 effects.');
        const effect = { id: makeId(), kind, isOn: true, values: defaultEffectValues(kind) };
        return { ...clip, effects: [...clip.effects, effect] };
      }),
  ),

  /** Its switch and its values, each kept within its range. */
  setEffect: operation(
    z.strictObject({
      clipId,
      effectId,
      isOn: z.boolean().optional(),
      values: effectSchema.shape.values.optional(),
    }),
    (project, args) =>
      editEffects(project, args, (effects, effect) => {
        const fields = clipEffectFields(effect.kind);
        const values = Object.entries(effect.values).map(([key, value]) => {
          const wanted = args.values && Object.hasOwn(args.values, key) ? (args.values[key] ?? value) : value;
          const { min, max } = fields[key] ?? { min: wanted, max: wanted };
          return [key, Math.max(min, Math.min(max, wanted))] as const;
        });
        const changed = { ...effect, isOn: args.isOn ?? effect.isOn, values: Object.fromEntries(values) };
        return effects.map((one) => (one === effect ? changed : one));
      }),
  ),

  /** Effects are made in their order. */
  moveEffect: operation(
    z.strictObject({ clipId, effectId, toIndex: z.int().min(0).max(20) }),
    (project, args) =>
      editEffects(project, args, (effects, effect) => {
        const others = effects.filter((one) => one !== effect);
        return [...others.slice(0, args.toIndex), effect, ...others.slice(args.toIndex)];
      }),
  ),

  deleteEffect: operation(z.strictObject({ clipId, effectId }), (project, args) =>
    editEffects(project, args, (effects, effect) => effects.filter((one) => one !== effect)),
  ),

  /** `frame` is from the clip's start; one that is there already takes the new value. */
  setKeyframe: operation(
    z.strictObject({
      clipId,
      parameter,
      frame: offset,
      value: z.number(),
      ease: z.enum(EASES).default('linear'),
    }),
    (project, { clipId: id, parameter: name, frame, value, ease }) =>
      editClips(project, new Set([findClip(project, id).clip.id]), (clip) => {
        const range = parameterRange(clip, name) ?? refuse('notFound', `${clip.name} has no ${name}.`);
        const keyframe = { frame, value: Math.max(range.min, Math.min(range.max, value)), ease };
        const others = keyframesOf(clip, name).filter((one) => one.frame !== frame);
        if (others.length >= 10_000) refuse('tooMany', 'A parameter has at most 10,000 keyframes.');
        return withKeyframes(clip, name, [...others, keyframe]);
      }),
  ),

  /** Along the clip and to another value; takes the place of one that is there. */
  moveKeyframe: operation(
    z.strictObject({ clipId, parameter, frame: offset, toFrame: offset, value: z.number().optional() }),
    (project, { clipId: id, parameter: name, frame, toFrame, value }) =>
      editClips(project, new Set([findClip(project, id).clip.id]), (clip) => {
        const keyframes = keyframesOf(clip, name);
        const moved = keyframes.find((one) => one.frame === frame);
        const range = parameterRange(clip, name);
        if (!moved || !range) return refuse('notFound', `${clip.name} has no keyframe of ${name} there.`);
        const wanted = Math.max(range.min, Math.min(range.max, value ?? moved.value));
        const others = keyframes.filter((one) => one !== moved && one.frame !== toFrame);
        return withKeyframes(clip, name, [...others, { ...moved, frame: toFrame, value: wanted }]);
      }),
  ),

  /** Without `frame` all of the parameter. */
  deleteKeyframe: operation(
    z.strictObject({ clipId, parameter, frame: offset.optional() }),
    (project, { clipId: id, parameter: name, frame }) =>
      editClips(project, new Set([findClip(project, id).clip.id]), (clip) => {
        const keyframes = keyframesOf(clip, name);
        const kept = frame === undefined ? [] : keyframes.filter((one) => one.frame !== frame);
        return kept.length === keyframes.length ? clip : withKeyframes(clip, name, kept);
      }),
  ),

  addLut: operation(z.strictObject({ lut: lutSchema }), (project, { lut }) => {
    if (!Object.hasOwn(project.luts, lut.id) && Object.keys(project.luts).length >= 100) {
      refuse('tooMany', 'A project has at most 100 LUTs.');
    }
    return { ...project, luts: { ...project.luts, [lut.id]: lut } };
  }),

  /** Clips that had it show their colours without it. */
  deleteLut: operation(z.strictObject({ lutId: idSchema }), (project, { lutId }) => {
    if (!Object.hasOwn(project.luts, lutId)) return refuse('notFound', `There is no LUT ${lutId}.`);
    const { [lutId]: _gone, ...luts } = project.luts;
    const users = new Set(
      project.tracks.flatMap(({ clips }) => clips.filter((clip) => clip.lutId === lutId)).map(({ id }) => id),
    );
    return { ...editClips(project, users, (clip) => ({ ...clip, lutId: null })), luts };
  }),
};

function editEffects(
  project: Project,
  ids: { clipId: string; effectId: string },
  edit: (effects: readonly Effect[], effect: Effect) => Effect[],
): Project {
  return editClips(project, new Set([findClip(project, ids.clipId).clip.id]), (clip) => {
    const effect =
      clip.effects.find(({ id }) => id === ids.effectId) ?? refuse('notFound', 'The effect is gone.');
    const effects = edit(clip.effects, effect);
    const isGone = !effects.some(({ id }) => id === effect.id);
    const keyframes = Object.entries(clip.keyframes).filter(
      ([key]) => !key.startsWith(`effect.${effect.id}.`),
    );
    return { ...clip, effects, keyframes: isGone ? Object.fromEntries(keyframes) : clip.keyframes };
  });
}

const keyframesOf = ({ keyframes }: Clip, name: string): readonly Keyframe[] =>
  Object.hasOwn(keyframes, name) ? (keyframes[name] ?? []) : [];

function withKeyframes(clip: Clip, name: string, keyframes: readonly Keyframe[]): Clip {
  const { [name]: _former, ...others } = clip.keyframes;
  if (keyframes.length === 0) return { ...clip, keyframes: others };
  const sorted = [...keyframes].sort((one, other) => one.frame - other.frame);
  return { ...clip, keyframes: { ...others, [name]: sorted } };
}
