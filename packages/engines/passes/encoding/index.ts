/**
 * Declares Protean's text decoder, a pass that converts text files in any encoding to UTF-8 before an engine reads
 * them.
 */
import { formatsOfFamily } from '@protean/formats';
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { nodeMounts } from '../../contract/mounts.ts';

export const encoding = defineEngine({
  id: 'encoding',
  title: 'Protean text decoder',
  needs: [],
  mounts: nodeMounts,
  edges: [],
  passes: [
    {
      formats: [
        ...[
          'txt',
          'md',
          'rst',
          'org',
          'adoc',
          'tex',
          'typ',
          'textile',
          'mediawiki',
          'dokuwiki',
          'jira',
          'creole',
        ],
        ...[
          'muse',
          't2t',
          'man',
          'html',
          'xhtml',
          'docbook',
          'jats',
          'opml',
          'bib',
          'csljson',
          'ipynb',
          'fb2',
        ],
        ...[
          'csv',
          'tsv',
          'slk',
          'dif',
          'json',
          'ndjson',
          'json5',
          'yaml',
          'toml',
          'xml',
          'ini',
          'properties',
          'po',
        ],
        ...[
          'geojson',
          'kml',
          'gpx',
          'plist',
          'ics',
          'vcf',
          'srt',
          'vtt',
          'ass',
          'ssa',
          'lrc',
          'ttml',
          'sbv',
          'sub',
        ],
        ...['svg', 'abw', ...formatsOfFamily('opendocument-flat')],
      ],
      when: 'before',
      phase: 'decode',
      options: ['encoding'],
      decodesText: true,
    },
  ],
  command: (step) => runnerCommand('passes/encoding/runner.ts', step),
  limits: { memory: 1536 * 1024 * 1024 },
  isEngineFault: isRunnerFault,
});
