/**
 * Lets other programs read what we write: OpenTimelineIO itself and its readers of CMX 3600 and Final Cut Pro XML, from
 * PyPI, in an environment of its own; Final Cut Pro XML also against Apple's DTD, if xmllint is there and the file is
 * given: `node scripts/soak/interchange.mjs [--projects 20] [--dtd FCPXMLv1_10.dtd]`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endFrameOf, projectEndFrame } from '../../src-shared/domain/edit/document.ts';
import { writeEdl } from '../../src-shared/domain/edit/interchange/edl.ts';
import { writeFcpxml } from '../../src-shared/domain/edit/interchange/fcpxml.ts';
import { readOtio } from '../../src-shared/domain/edit/interchange/otioRead.ts';
import { writeOtio } from '../../src-shared/domain/edit/interchange/otioWrite.ts';
import { createRandomEditor } from '../../tests/lib/randomEdits.ts';
import { say } from '../lib/steps.mjs';

const PACKAGES = [
  'opentimelineio==0.18.1',
  'otio-fcpx-xml-adapter==1.0.0',
  'otio-cmx3600-adapter==1.0.0',
  'lxml',
];

/** Reads each file and prints what is in it; writes the first kind again, as another program would. */
const READER = `
import json, sys, opentimelineio as otio
found = {}
for file in sys.argv[1:]:
    options = {'rate': 30, 'ignore_timecode_mismatch': True} if file.endswith('.edl') else {}
    timeline = otio.adapters.read_from_file(file, **options)
    if isinstance(timeline, otio.schema.SerializableCollection):
        timeline = next(iter(timeline.find_children(descended_from_type=otio.schema.Timeline)))
    clips = [clip for clip in timeline.find_clips()]
    found[file] = {'clips': len(clips), 'seconds': timeline.duration().to_seconds()}
    if file.endswith('.otio'):
        otio.adapters.write_to_file(timeline, file + '.again.otio')
print(json.dumps(found))
`;

const DTD_READER = `
import sys
from lxml import etree
with open(sys.argv[1]) as file:
    text = file.read()
import re
dtd = etree.DTD(__import__('io').StringIO(re.sub(r'version CDATA #FIXED "[^"]*"', 'version CDATA #IMPLIED', text)))
for name in sys.argv[2:]:
    if not dtd.validate(etree.parse(name)):
        print(name, dtd.error_log.filter_from_errors())
        sys.exit(1)
`;

const { values } = parseArgs({
  options: { projects: { type: 'string', default: '20' }, dtd: { type: 'string' } },
});
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-interchange-'));
const python = path.join(dir, 'python/bin/python');
const problems = [];
try {
  run('python3', ['-m', 'venv', path.join(dir, 'python')]);
  run(python, ['-m', 'pip', 'install', '-q', ...PACKAGES]);
  const projects = Array.from({ length: Number(values.projects) }, (_, seed) => editedProject(seed * 2));
  const files = projects.flatMap((project, at) => writeFiles(project, path.join(dir, `project${at}`)));
  const found = JSON.parse(run(python, ['-c', READER, ...files]));
  projects.forEach((project, at) => compare(project, path.join(dir, `project${at}`), found));
  const xml = files.filter((file) => file.endsWith('.fcpxml'));
  if (values.dtd !== undefined && existsSync(values.dtd)) run(python, ['-c', DTD_READER, values.dtd, ...xml]);
  else say('no DTD given: Final Cut Pro XML is only read');
} finally {
  rmSync(dir, { recursive: true, force: true });
}
for (const problem of problems) say(problem);
say(`${values.projects} projects, 3 formats each, read by OpenTimelineIO: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function editedProject(seed) {
  const editor = createRandomEditor(seed);
  for (let at = 0; at < 40; at += 1) editor.step();
  return editor.project;
}

function writeFiles(project, base) {
  const urlOf = ({ id }) => `file:///takes/${id}.mkv`;
  writeFileSync(`${base}.otio`, writeOtio(project, urlOf));
  writeFileSync(`${base}.fcpxml`, writeFcpxml(project, urlOf));
  const edl = writeEdl(project).text;
  if (!edl.includes('001  ')) return [`${base}.otio`, `${base}.fcpxml`];
  writeFileSync(`${base}.edl`, edl);
  return [`${base}.otio`, `${base}.fcpxml`, `${base}.edl`];
}

function compare(project, base, found) {
  const clips = project.tracks.flatMap((track) => track.clips);
  const seconds = (projectEndFrame(project) * project.rate.den) / project.rate.num;
  const otio = found[`${base}.otio`];
  if (otio.clips !== clips.length) problems.push(`${base}.otio: ${otio.clips} clips of ${clips.length}`);
  if (Math.abs(otio.seconds - seconds) > 1e-3) problems.push(`${base}.otio: ${otio.seconds} s of ${seconds}`);
  const { project: again, error } = readOtio(readFileSync(`${base}.otio.again.otio`, 'utf8'), () => 'none');
  const places = (one) =>
    one.tracks.map((track) =>
      track.clips.map((clip) => [clip.startFrame, endFrameOf(clip), clip.sourceStartTicks]),
    );
  if (!again) problems.push(`${base}: written again it is no project: ${error}`);
  else if (JSON.stringify(places(again)) !== JSON.stringify(places(project)))
    problems.push(`${base}: written again it is another`);
}

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}
