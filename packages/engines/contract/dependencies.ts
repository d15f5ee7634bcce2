/** Lists the Node runners, and the modules and npm packages outside packages/engines that these runners import. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

const engines = 'packages/engines';

const isRunner = (name: string) => /\/(runner[^/]*(?<!\.test)|warm-engine)\.ts$/.test(name);

/**
 * Matches the specifier of each import, re-export and `import.meta.resolve` call. Skips type imports, because Node
 * removes them before it runs the file.
 */
const importSpecifier =
  /^(?:import|export)\s(?!type\s)(?:[^;']*?\sfrom\s)?'([^']+)'|\bimport(?:\.meta\.resolve)?\('([^']+)'\)/gm;

/** Returns the runners and the warm engine as paths below packages/engines. `project` is the project's root. */
export function runnerFiles(project: string): readonly string[] {
  return readdirSync(path.join(project, engines), { recursive: true, encoding: 'utf8' }).filter(isRunner);
}

/**
 * Returns the files and folders outside packages/engines that runners import, as sorted paths below the project's root.
 */
export function runnerDependencies(project: string): readonly string[] {
  const root = path.resolve(project);
  const folder = path.join(root, engines);
  const seen = new Set(runnerFiles(root).map((name) => path.join(folder, name)));
  const packages = new Set<string>();
  // The loop also visits files that are added to the set while the loop runs.
  for (const file of seen) {
    for (const [, fromClause, dynamic] of readFileSync(file, 'utf8').matchAll(importSpecifier)) {
      const specifier = fromClause ?? dynamic ?? '';
      if (specifier.startsWith('.')) seen.add(path.resolve(path.dirname(file), specifier));
      else if (!specifier.startsWith('node:')) addPackage(packages, root, file, specifier);
    }
  }
  const modules = [...seen].filter((file) => !file.startsWith(`${folder}/`));
  return [...new Set([...collapseFolders(modules), ...packages])]
    .map((name) => path.relative(root, name))
    .sort();
}

/**
 * Returns the paths of the modules. If more than 8 modules are in the same folder, returns the path of the folder
 * instead of the paths of these modules, because each mount delays the start of a sandbox.
 */
function collapseFolders(modules: readonly string[]): readonly string[] {
  const folders = modules.map((file) => path.dirname(file));
  return modules.map((file) => {
    const folder = path.dirname(file);
    return folders.filter((other) => other === folder).length > 8 ? folder : file;
  });
}

/**
 * Adds the folders of a package and of all its dependencies to `folders`. `importer` is the file that imports the
 * package as `specifier`.
 */
function addPackage(folders: Set<string>, root: string, importer: string, specifier: string): void {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const folder = packageFolder(name, root, importer);
  // The package may be missing, because optional dependencies for other platforms are not installed.
  if (folder === undefined || folders.has(folder)) return;
  folders.add(folder);
  // The folder of a workspace package is a symbolic link, so both the link and its target are needed.
  folders.add(realpathSync(folder));
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, Readonly<Record<string, string>> | undefined>;
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    addPackage(folders, root, path.join(folder, 'package.json'), needed);
}

/**
 * Returns the folder of a package, or undefined if the package is not installed. Like Node, searches the node_modules
 * folders from the folder of `importer` up to `root`, and uses the first that contains the package.
 */
function packageFolder(name: string, root: string, importer: string): string | undefined {
  for (let dir = path.dirname(importer); dir.startsWith(root); dir = path.dirname(dir)) {
    const folder = path.join(dir, 'node_modules', name);
    if (existsSync(path.join(folder, 'package.json'))) return folder;
  }
  return undefined;
}
