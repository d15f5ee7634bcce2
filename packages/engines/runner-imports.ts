/** What our hosts in Node import besides each other: modules of ours and packages, as far as their files name them. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

const engines = 'packages/engines';

/** What is imported by name, types aside, which are gone when a file is run. */
const imported = /^(?:import|export)\s(?!type\s)(?:[^;']*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Files and folders, by their names below the project's root: a box that runs a host shows them and no others. */
export function importsOfHosts(project: string): readonly string[] {
  const root = path.resolve(project);
  const folder = path.join(root, engines);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/(runner|warm-worker)[^/]*(?<!\.test|-spec)\.ts$/.test(name))
    .map((name) => path.join(folder, name));
  const seen = new Set(files);
  const packages = new Set<string>();
  // It grows while it is gone through.
  for (const file of seen) {
    for (const [, named, loaded] of readFileSync(file, 'utf8').matchAll(imported)) {
      const name = named ?? loaded ?? '';
      if (name.startsWith('.')) seen.add(path.resolve(path.dirname(file), name));
      else if (!name.startsWith('node:')) addPackage(packages, root, file, name);
    }
  }
  const modules = [...seen].filter((file) => !file.startsWith(`${folder}/`));
  return [...new Set([...together(modules), ...packages])].map((place) => path.relative(root, place)).sort();
}

/** Each place costs a box some time, so where hosts import much of a folder it is shown as one. */
function together(modules: readonly string[]): readonly string[] {
  const folders = modules.map((file) => path.dirname(file));
  return modules.map((file) => {
    const folder = path.dirname(file);
    return folders.filter((other) => other === folder).length > 8 ? folder : file;
  });
}

/** Adds the folder of the package that a file in `from` means by `name`, and those of the packages that it depends on. */
function addPackage(found: Set<string>, root: string, from: string, name: string): void {
  const packageName = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  const folder = folderOf(packageName, root, from);
  // Of what is made for several machines there is one part only.
  if (folder === undefined || found.has(folder)) return;
  found.add(folder);
  // A package of ours is a link to where it lies.
  found.add(realpathSync(folder));
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, Readonly<Record<string, string>> | undefined>;
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    addPackage(found, root, path.join(folder, 'package.json'), needed);
}

/** As Node looks for it: in the folders of packages from where it is named to the root. */
function folderOf(name: string, root: string, from: string): string | undefined {
  for (let dir = path.dirname(from); dir.startsWith(root); dir = path.dirname(dir)) {
    const folder = path.join(dir, 'node_modules', name);
    if (existsSync(path.join(folder, 'package.json'))) return folder;
  }
  return undefined;
}
