/** How nested data names files. */
import type { Naming } from './naming.ts';

const yaml = (text: string) =>
  `a: !include ${text}\nb: !!python/object/apply:builtins.open [${text}]\nc: !file ${text}\n`;

export const dataNamings: readonly Naming[] = [
  ['yaml', 'include', ({ text }) => yaml(text)],
  ['json', 'reference', ({ text }) => JSON.stringify([{ a: { $ref: `file://${text}` }, b: `@${text}` }])],
  ['csv', 'formula', ({ text }) => `a,b\n"=WEBSERVICE(""file://${text}"")","='file://${text}'#$S.A1"\n`],
  ['ini', 'include', ({ text }) => `[include]\npath = ${text}\n[a]\nb = %(${text})s\n!include ${text}\n`],
  [
    'sql',
    'read',
    ({ text }) =>
      `create table t (a);\ninsert into t values (readfile('${text}'));\nattach '${text}' as x;\n.read ${text}\n`,
  ],
  ['toml', 'include', ({ text }) => `include = "${text}"\n[a]\nb = "file://${text}"\n`],
];
