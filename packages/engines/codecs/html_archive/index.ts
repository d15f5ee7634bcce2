/**
 * Converts the web page or LaTeX project in an archive to a single HTML page. The page includes the files to which
 * the web page or project refers.
 */
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { binaries, nodeMounts, pandocMounts } from '../../contract/mounts.ts';
import { convertByPandoc, ifExists, pandocEnv } from '../../tools/pandoc/index.ts';

export const htmlArchive = defineEngine({
  id: 'html-archive',
  title: 'Web page packer',
  singleThreaded: true,
  dangerous: 'all',
  needs: [
    { command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' },
    { command: 'pandoc', debian: 'pandoc' },
    { command: 'pdftoppm', debian: 'poppler-utils' },
  ],
  mounts: [...pandocMounts, ...nodeMounts, ...binaries('pdftoppm', 'qpdf'), '/usr/share/poppler'],
  edges: [
    { reads: ['zip', 'tar', 'tar.gz'], writes: ['html'], cost: 1 },
    // The planned route from zip or tar to PDF expects an archive of pictures. If the planned route fails, the archive
    // may contain a web page, so the edge to HTML is tried.
    { reads: ['zip', 'tar'], writes: ['html'], cost: 1, fallback: true },
  ],
  command: (step) => {
    const project = `${step.work}/project.tex`;
    return [
      runnerCommand('codecs/html_archive/runner.py', step, { project }),
      // The project file exists only for a LaTeX project.
      ...projectCommands(step, project).map((command) => ifExists(project, command)),
    ];
  },
  env: pandocEnv,
});

/**
 * Returns the commands that convert the LaTeX document. The runner writes the LaTeX document only for a LaTeX project.
 */
function projectCommands(step: Step, project: string): string[][] {
  const ofText: Step = { ...step, from: 'tex', input: project };
  const text = `${step.work}/text.tex`;
  return [runnerCommand('shared/text/to_utf8.py', ofText, { text }), ...convertByPandoc(ofText, text)];
}
