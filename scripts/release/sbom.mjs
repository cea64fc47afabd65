/**
 * The list of what is in a package, as CycloneDX: `node scripts/release/sbom.mjs [FILE]`. Of the same source as the third-party
 * notices: packages of npm by the lockfile, and what is carried along.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { collectNotices, runtimePackages } from '../lib/notices.mjs';
import { main, ROOT, say, StepError } from '../lib/steps.mjs';

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** `now` and `id` are those of this document. */
export function makeSbom({ now, id }) {
  const { notices, problems } = collectNotices(ROOT, runtimePackages(ROOT));
  if (problems.length > 0) throw new StepError('the list of parts', problems.join('; '));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${id}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'sounddesk',
        name: manifest.productName,
        version: manifest.version,
        licenses: [{ expression: manifest.license }],
      },
    },
    // One that two packages bring, each in a place of its own, is listed once.
    components: [...new Map(notices.map(componentOf).map((part) => [part['bom-ref'], part])).values()],
  };
}

function componentOf({ name, version, licence }) {
  // What is carried along is of no registry.
  const purl = version === '' ? {} : { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
  return {
    type: 'library',
    'bom-ref': version === '' ? name : `${name}@${version}`,
    name,
    ...(version === '' ? {} : { version }),
    ...purl,
    licenses: [{ expression: licence }],
  };
}

if (process.argv[1] === import.meta.filename)
  await main(() => {
    const file = process.argv[2] ?? 'out/packages/sounddesk.cdx.json';
    writeFileSync(
      path.resolve(file),
      `${JSON.stringify(makeSbom({ now: new Date(), id: randomUUID() }), null, 2)}\n`,
    );
    say(file);
  });
