/** `protean doctor`: what works on this machine, and which packages are missing. */
import { withConversions } from '../convert/conversions.ts';
import { loadConfig } from '../config.ts';
import type { Run } from './command.ts';

export const doctor: Run = () =>
  withConversions(loadConfig(), ({ catalogue, probe }) => {
    const routes = catalogue.live.all();
    const formats = new Set(routes.flatMap(({ source, target }) => [source, target]));
    console.log(`${mark(probe.ok)} sandbox      ${probe.says}`);
    for (const { engine, missing } of catalogue.engines) {
      const packages = [...new Set(missing.map(({ debian }) => debian))];
      const state = packages.length === 0 ? engine.title : `${engine.title}: install ${packages.join(' ')}`;
      console.log(`${mark(packages.length === 0)} ${engine.id.padEnd(12)} ${state}`);
    }
    console.log(`\n${formats.size} formats, ${routes.length} routes of ${catalogue.declared.all().length}`);
    const all = [...new Set(catalogue.engines.flatMap(({ missing }) => missing.map(({ debian }) => debian)))];
    if (all.length > 0)
      console.log(`To have them all: apt-get install --no-install-recommends ${all.join(' ')}`);
    return Promise.resolve(probe.ok && all.length === 0 ? 0 : 1);
  });

const mark = (ok: boolean) => (ok ? 'ok     ' : 'MISSING');
