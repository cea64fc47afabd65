import { z } from 'zod';

/** What is reported of an installation where something is wrong: its user reads it before sending it. */
export const diagnosticsSchema = z.object({
  /** Of the machine's clock, UTC. */
  takenAt: z.iso.datetime(),
  sections: z.array(
    z.object({ title: z.string(), facts: z.array(z.object({ name: z.string(), value: z.string() })) }),
  ),
  /** The last lines, oldest first. */
  log: z.array(z.string()),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
export type DiagnosticsSection = Diagnostics['sections'][number];

/** As it is shown, saved and sent. */
export function diagnosticsText({ takenAt, sections, log }: Diagnostics): string {
  const parts = sections.map(({ title, facts }) =>
    [title, ...facts.map(({ name, value }) => `  ${name}: ${value.replaceAll('\n', '\n    ')}`)].join('\n'),
  );
  const lines = log.length === 0 ? ['  empty'] : log.map((line) => `  ${line}`);
  return [`SoundDesk diagnostics, ${takenAt}`, ...parts, ['Log', ...lines].join('\n'), ''].join('\n\n');
}
