/** Uploads with malformed or oversized forms, and uploads of files with only one byte. */
import { post, type Answer } from '../../../support/server/service.ts';
import { formats } from '@protean/formats';
import { inCategory, type RequestCase } from '../../case.ts';
import { boundary, file, form, parts, target, whole } from './wire.ts';

const bad = [400];

const rows: readonly RequestCase[] = [
  {
    name: 'form-two-files',
    kind: 'protocol',
    // A form may contain several files. The response to a form with several files is a zip with all results.
    answers: [200],
    send: (url) => whole(url, parts([file, 'a,b\n'], [file, 'a,b\n'], [target, 'json'])),
  },
  {
    name: 'form-two-targets',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, parts([file, 'a,b\n'], [target, 'json'], [target, 'xml'])),
  },
  {
    name: 'form-no-file',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, parts([target, 'json'])),
  },
  { name: 'form-empty', kind: 'protocol', answers: bad, send: (url) => whole(url, parts()) },
  {
    name: 'form-empty-file',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, parts([file, ''], [target, 'json'])),
  },
  {
    name: 'form-file-as-target',
    kind: 'protocol',
    answers: bad,
    send: (url) =>
      whole(
        url,
        parts([file, 'a,b\n'], ['Content-Disposition: form-data; name="target"; filename="x"', 'json']),
      ),
  },
  {
    name: 'form-prototype-header',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      whole(url, parts([`__proto__: x\r\nconstructor: y\r\n${file}`, 'a,b\n1,2\n'], [target, 'json'])),
  },
  {
    name: 'form-prototype-field',
    kind: 'protocol',
    answers: bad,
    send: (url) =>
      whole(
        url,
        parts(
          [file, 'a,b\n1,2\n'],
          [target, 'json'],
          ['Content-Disposition: form-data; name="__proto__"', 'x'],
        ),
      ),
  },
  {
    name: 'form-many-fields',
    kind: 'protocol',
    answers: bad,
    send: (url) =>
      whole(
        url,
        parts(
          [file, 'a,b\n'],
          ...Array.from(
            { length: 5000 },
            (_, n) => [`Content-Disposition: form-data; name="f${n}"`, 'x'] as const,
          ),
        ),
      ),
  },
  {
    name: 'form-many-files',
    kind: 'protocol',
    answers: bad,
    send: (url) =>
      whole(
        url,
        parts(
          ...Array.from(
            { length: 5000 },
            (_, n) => [`Content-Disposition: form-data; name="f${n}"; filename="f"`, 'x'] as const,
          ),
        ),
      ),
  },
  {
    name: 'form-long-field',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, parts([target, 'x'.repeat(900_000)], [file, 'a,b\n'])),
  },
  {
    name: 'form-long-header',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) => whole(url, parts([`${file}\r\nX: ${'x'.repeat(900_000)}`, 'a,b\n'], [target, 'json'])),
  },
  {
    name: 'form-many-headers',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      whole(
        url,
        parts(
          [`${file}\r\n${Array.from({ length: 5000 }, (_, n) => `X${n}: x`).join('\r\n')}`, 'a,b\n1,2\n'],
          [target, 'json'],
        ),
      ),
  },
  {
    name: 'form-nested',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      whole(
        url,
        parts(
          [
            `Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=${boundary}2`,
            form,
          ],
          [target, 'json'],
        ),
      ),
  },
  {
    name: 'form-charset',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      whole(
        url,
        parts(
          [
            `${file}\r\nContent-Type: text/csv; charset=x-nonsense\r\nContent-Transfer-Encoding: base64`,
            'a,b\n1,2\n',
          ],
          [target, 'json'],
        ),
      ),
  },
  {
    name: 'form-star-name',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      whole(
        url,
        parts(
          [
            'Content-Disposition: form-data; name="file"; filename*=utf-8\'\'%2e%2e%2f%00x.csv; filename="a.csv"',
            'a,b\n1,2\n',
          ],
          [target, 'json'],
        ),
      ),
  },
  {
    name: 'boundary-none',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, form, { 'Content-Type': 'multipart/form-data' }),
  },
  {
    name: 'boundary-long',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, form, { 'Content-Type': `multipart/form-data; boundary=${'x'.repeat(252)}` }),
  },
  {
    name: 'boundary-other',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, form, { 'Content-Type': 'multipart/form-data; boundary=other' }),
  },
  {
    name: 'boundary-twice',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      whole(url, form, { 'Content-Type': `multipart/form-data; boundary=${boundary}; boundary=other` }),
  },
  {
    name: 'boundary-endless',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, Buffer.from(`--${boundary.slice(1)}`.repeat(100_000))),
  },
  {
    name: 'body-not-a-form',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, Buffer.from('{"file":"x"}'), { 'Content-Type': 'application/json' }),
  },
  {
    name: 'form-cut-anywhere',
    kind: 'protocol',
    answers: bad,
    send: async (url) => {
      const answers: Answer[] = [];
      for (let cut = 1; cut < form.length - 4; cut += 3)
        answers.push(...(await whole(url, form.subarray(0, cut))));
      return answers;
    },
  },
];

/**
 * Uploads of files with only one byte, for each format. Each format is a separate case, because the time limit applies
 * to each case.
 */
const shortest: readonly RequestCase[] = formats.map(({ ext }) => ({
  name: `one-byte-${ext}`,
  kind: 'protocol',
  answers: [200, 400, 422, 502],
  send: async (url) => {
    const listed = (await (await fetch(`${url}/v1/formats?source=${ext}`)).json()) as {
      routes: { target: string }[];
    };
    // If Protean cannot read the format, there is no route, and the server responds with 422 for any target.
    const to = listed.routes[0]?.target ?? 'zip';
    const answers: Answer[] = [];
    for (const byte of ['\0', 'x']) {
      answers.push(
        await post(`${url}/api/convert`, [
          ['file', new File([byte], `x.${ext}`)],
          ['target', to],
          ['source', ext],
        ]),
      );
    }
    return answers;
  },
}));
export const forms = inCategory('upload', [...rows, ...shortest]);
