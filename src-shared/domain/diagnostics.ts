/** What is told of an installation where something is wrong: read by its user before anybody else. */
export interface Diagnostics {
  /** ISO time of the machine's clock, UTC. */
  takenAt: string;
  sections: DiagnosticsSection[];
  /** The last lines, oldest first. */
  log: string[];
}

export interface DiagnosticsSection {
  title: string;
  facts: { name: string; value: string }[];
}

/** As it is shown, saved and sent. */
export function diagnosticsText({ takenAt, sections, log }: Diagnostics): string {
  const parts = sections.map(({ title, facts }) =>
    [title, ...facts.map(({ name, value }) => `  ${name}: ${value.replaceAll('\n', '\n    ')}`)].join('\n'),
  );
  const lines = log.length === 0 ? ['  empty'] : log.map((line) => `  ${line}`);
  return [`SoundDesk diagnostics, ${takenAt}`, ...parts, ['Log', ...lines].join('\n'), ''].join('\n\n');
}
