/** `protean doctor`: shows which engines work on this machine, and which packages are missing. */
import { root, withConversions, type Conversions } from '../convert/run/conversions.ts';
import { isOutdated, type EngineState } from '../convert/catalogue/catalogue.ts';
import { installedVersion } from '../convert/catalogue/installed-versions.ts';
import { loadConfig } from '../config.ts';
import { DebianPackages } from '../convert/catalogue/debian-packages.ts';
import { derivedFaces } from './derived-fonts.ts';
import { reportAdvisories } from './doctor-security.ts';
import { prove, proofs } from './proofs.ts';
import type { Run } from './command.ts';
import { print, progressLine } from './print.ts';

/** A line of the report, and the packages that would fix the problem. */
interface Finding {
  state: 'ok' | 'MISSING' | 'left out' | 'too old';
  name: string;
  says: string;
  install: readonly string[];
}

export const doctor: Run = async (args) => {
  const [arg = '', ...more] = args;
  if (arg === '') return reportEngines();
  if (arg === '--security' && more.length === 0) return reportAdvisories();
  print(usage);
  return ['help', '--help', '-h'].includes(arg) ? 0 : 2;
};

const usage = `Usage: protean doctor [--security]

Shows which engines work, whether the sandbox works, and which packages are missing.
--security compares the installed packages with a list of advisories. Exits with 1 if an update is available.`;

async function reportEngines(): Promise<number> {
  const progress = progressLine();
  // Shows progress and prints each finding immediately, because the test conversions (proofs) take minutes on a small
  // machine.
  progress.show('Checking the sandbox and the installed engines');
  return await withConversions(loadConfig(), async (parts) => {
    const { catalogue, probe } = parts;
    const packages = DebianPackages.of(root);
    const findings: Finding[] = [];
    const found = (finding: Finding) => {
      progress.clear();
      findings.push(finding);
      print(line(finding));
    };
    found({ state: probe.ok ? 'ok' : 'MISSING', name: 'sandbox', says: probe.description, install: [] });
    for (const engine of catalogue.engines) found(engineFinding(engine, packages));
    found(derivedFontsFinding(packages));
    if (probe.ok) await proveAll(parts, packages, { found, show: progress.show });
    const routes = catalogue.live.all();
    const formats = new Set(routes.flatMap(({ source, target }) => [source, target]));
    print(`\n${formats.size} formats, ${routes.length} routes of ${catalogue.declared.all().length}`);
    const install = [...new Set(findings.flatMap((finding) => finding.install))];
    if (install.length > 0)
      print(`To have them all: apt-get install --no-install-recommends ${install.join(' ')}`);
    return findings.every(({ state }) => state !== 'MISSING') ? 0 : 1;
  }).finally(progress.clear);
}

function engineFinding({ engine, missing }: EngineState, packages: DebianPackages): Finding {
  const { id: name, title } = engine;
  const names = [...new Set(missing.map(({ debian }) => debian))];
  if (names.length === 0) return { state: 'ok', name, says: title, install: [] };
  if (names.every((one) => packages.isLeftOut(one)))
    return { state: 'left out', name, says: title, install: [] };
  if (missing.every(isOutdated)) return outdatedFinding(name, title, missing);
  return missingFinding(name, title, names, packages);
}

/**
 * Returns a finding for packages that are too old for the engine. Lists no packages to install, because the Debian
 * release has no newer versions.
 */
function outdatedFinding(name: string, title: string, missing: EngineState['missing']): Finding {
  const needed = missing.map(
    ({ debian, since }) => `${debian} ${since} or newer, not ${installedVersion(debian)}`,
  );
  return { state: 'too old', name, says: `${title}: needs ${needed.join(', ')}`, install: [] };
}

function missingFinding(
  name: string,
  title: string,
  names: readonly string[],
  packages: DebianPackages,
): Finding {
  const install = names.flatMap((one) => packages.nameHere(one) ?? []);
  const says =
    install.length > 0
      ? `${title}: install ${install.join(' ')}`
      : `${title}: this release does not have the package`;
  return { state: 'MISSING', name, says, install };
}

/**
 * Checks the derived fonts. Setup makes a derived font only if the packages with the glyphs of the font are installed.
 */
function derivedFontsFinding(packages: DebianPackages): Finding {
  const { all, missing } = derivedFaces(root);
  const finding = { name: 'fonts', install: [] };
  const title = `${all.length - missing.length} of ${all.length} fonts derived for office documents`;
  if (missing.length === 0) return { ...finding, state: 'ok', says: title };
  if (packages.isLeftOut('fonts-noto-core')) return { ...finding, state: 'left out', says: title };
  const named = missing.length === all.length ? '' : `, not ${missing.join(', ')}`;
  return { ...finding, state: 'MISSING', says: `${title}${named}: run script/setup` };
}

interface ProofReport {
  found: (finding: Finding) => void;
  show: (text: string) => void;
}

/** Runs one test conversion (proof) at a time, because the machine may be small. */
async function proveAll(
  parts: Conversions,
  packages: DebianPackages,
  { found, show }: ProofReport,
): Promise<void> {
  for (const [n, proof] of proofs.entries()) {
    const { title, formats } = proof;
    const says = `${title}, by a conversion ${formats.join(' → ')}`;
    show(`Proof ${n + 1} of ${proofs.length}: ${says}`);
    const all = await prove(proof, parts);
    if (all === undefined) continue;
    const lacking = all.filter((name) => !packages.isLeftOut(name));
    found(
      lacking.length === 0
        ? { state: all.length === 0 ? 'ok' : 'left out', name: 'proof', says, install: [] }
        : missingFinding('proof', says, lacking, packages),
    );
  }
}

const line = ({ state, name, says }: Finding) => `${state.padEnd(8)} ${name.padEnd(12)} ${says}`;
