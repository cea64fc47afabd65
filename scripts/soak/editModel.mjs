/**
 * Edits projects at random and looks whether the laws of the model hold after each edit: no overlap, linked clips in
 * sync, undo back to the byte, the journal opens with the same project:
 * `node scripts/soak/editModel.mjs [--sequences 10000] [--edits 25] [--seed 1]`.
 */
import { parseArgs } from 'node:util';
import { checkEditLaws } from '../../tests/lib/editLaws.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '10000' },
    edits: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
  },
});
const [sequences, edits, seed] = [values.sequences, values.edits, values.seed].map(Number);
let [made, refused, broken] = [0, 0, 0];
for (let at = 0; at < sequences; at += 1) {
  try {
    const counts = checkEditLaws(seed + at, edits);
    made += counts.made;
    refused += counts.refused;
  } catch (error) {
    broken += 1;
    say(String(error));
  }
  if ((at + 1) % 1000 === 0)
    say(`${at + 1} sequences: ${made} edits made, ${refused} refused, ${broken} broken`);
}
say(`${sequences} sequences: ${made} edits made, ${refused} refused, ${broken} broken`);
process.exitCode = broken === 0 ? 0 : 1;
