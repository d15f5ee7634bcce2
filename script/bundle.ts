/**
 * Bundles the command line of this checkout, because finding and reading its 400 modules takes longer than a small
 * conversion. `script/setup` creates the bundle. `script/protean convert` runs the bundle if the bundle is newer than
 * all source files.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder to write the bundle to');

/**
 * The place where the command line imports the server's package. The path is computed at run time, so the bundler
 * cannot follow this import. In the bundle, the import of the server's package has a constant path, so that the bundle
 * includes the server.
 */
const atRunTime = { file: path.join(root, 'packages/cli/src/checkout.ts'), code: 'import(commands.href)' };
const server = path.join(root, 'packages/server/src/commands/index.ts');

/**
 * In the bundle, `import.meta.url` and `import.meta.dirname` are replaced with the location of the original module,
 * because modules find other files of the checkout, such as runners, relative to their location. The replacements are
 * relative to the bundle, so a checkout can be moved or copied.
 */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform(code, id) {
    if (!code.includes('import')) return undefined;
    const fromBundle = path.relative(folder, id);
    const located = code
      // Removes the shebang line. The bundle does not need it, because `script/protean` starts Node explicitly.
      .replace(/^#!.*\n/, '')
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(fromBundle)}, import.meta.url).href`)
      .replaceAll(
        'import.meta.dirname',
        `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(fromBundle)}`)})`,
      );
    if (id !== atRunTime.file) return located;
    if (!code.includes(atRunTime.code)) throw new Error(`${id} does not contain ${atRunTime.code}`);
    return located.replace(atRunTime.code, `import(${JSON.stringify(server)})`);
  },
};

const build = await rolldown({
  cwd: root,
  input: path.join(root, 'packages/cli/src/main.ts'),
  platform: 'node',
  // Packages stay in node_modules, because some of them load native code. zod is bundled, because it consists of 95
  // modules of plain code.
  external: (id) => /^[@a-z]/.test(id) && !/^(zod|@protean)(\/|$)/.test(id),
  plugins: [keepLocations],
  logLevel: 'warn',
});
// `keepLocations` assumes that all files of the bundle are in one folder.
const names = '[name].js';
await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: names,
  chunkFileNames: names,
  cleanDir: true,
});
await build.close();
