/** Checks the options of PDF tools that take a file: pictures, attachments, invoices and signing keys. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { invoiceXml, ublInvoiceXml } from '../../../samples/documents/invoice.ts';
import { run } from '../../../samples/run.ts';
import { outputOf, pixel } from '../../results/measure.ts';
import type { Effect, OptionValues, Workbench } from '../../results/workbench.ts';

const xmlFile = (text: string) => new File([text], 'invoice.xml', { type: 'text/xml' });

/**
 * Makes a key with a certificate. Returns a PKCS#12 file with the key and the certificate, and the path of the
 * certificate.
 */
export async function makeKey(dir: string, kind: 'rsa' | 'ec', password: string) {
  const [key, certificate, file] = ['key', 'pem', 'p12'].map((end) => path.join(dir, `${kind}.${end}`)) as [
    string,
    string,
    string,
  ];
  const algorithm = kind === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  await run('/usr/bin/openssl', [
    ...['req', '-x509', '-newkey', ...algorithm, '-nodes', '-keyout', key, '-out', certificate],
    ...['-days', '30', '-subj', '/CN=Ada Signer/O=Test', '-addext', 'keyUsage=digitalSignature'],
  ]);
  await run('/usr/bin/openssl', [
    ...['pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', file, '-passout', `pass:${password}`],
  ]);
  return { file: new File([new Uint8Array(await readFile(file))], 'key.p12'), certificate };
}

/** Verifies the last signature of a PDF with OpenSSL, and returns the attributes of the signature as text. */
async function verified(pdf: string, certificate: string): Promise<string> {
  const bytes = await readFile(pdf);
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange \[ ?(\d+) (\d+) (\d+) (\d+) *\]/g)].at(
    -1,
  );
  assert.ok(ranges, 'a signature');
  const [start = 0, length = 0, second = 0, rest = 0] = ranges.slice(1).map(Number);
  assert.deepEqual([start, second + rest], [0, bytes.length], 'the signature covers the whole file');
  const hex = bytes.toString('latin1', length + 1, second - 1).replace(/(00)+$/, '');
  await writeFile(`${pdf}.cms`, Buffer.from(hex.length % 2 ? `${hex}0` : hex, 'hex'));
  await writeFile(`${pdf}.signed`, Buffer.concat([bytes.subarray(0, length), bytes.subarray(second)]));
  const cms = ['-inform', 'DER', '-in', `${pdf}.cms`];
  await run('/usr/bin/openssl', [
    ...['cms', '-verify', ...cms, '-content', `${pdf}.signed`, '-binary', '-CAfile', certificate],
    ...['-purpose', 'any', '-cades', '-out', '/dev/null'],
  ]);
  return outputOf('/usr/bin/openssl', ['cms', '-cmsout', '-print', '-noout', ...cms]);
}

export const pdfFiles = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['stamp_image'],
    description: 'a picture is stamped on a PDF with its colours and transparency',
    see: async () => {
      const square = sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000ff80' } });
      const file = new File([new Uint8Array(await square.png().toBuffer())], 'logo.png');
      const options: OptionValues = { stamp_image: file, stamp_size: '40', stamp_pages: '1' };
      const result = await lab.converted('pdf', 'pdf', options);
      await run('/usr/bin/pdftoppm', ['-png', '-r', '36', '-f', '1', '-singlefile', result, result]);
      const [width = 0, height = 0] = (
        await outputOf('/usr/bin/pdfinfo', [result]).then(
          (text) => /Page size:\s+([\d.]+) x ([\d.]+)/.exec(text)?.slice(1) ?? [],
        )
      ).map((points) => Number(points) / 2);
      const colour = await pixel(`${result}.png`, Math.floor(width / 2 + 4), Math.floor(height / 2 + 4));
      const [red = 0, , blue = 0] = (/\((\d+),(\d+),(\d+)/.exec(colour)?.slice(1) ?? []).map(Number);
      assert.ok(blue > 240 && red < 200 && red > 60, colour);
      const { status, error } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'pdf', {
        stamp_image: new File(['no picture'], 'logo.png'),
      });
      assert.deepEqual(
        [status, error.details?.['reason'], error.details?.['field']],
        [400, 'option_file', 'stamp_image'],
      );
    },
  },
  {
    shows: ['attach', 'remove_attachments'],
    description:
      'a file is attached to a PDF with its name and content, and attachments are removed on request',
    see: async () => {
      const file = new File(['the notes'], 'Notizen é.txt');
      const attached = await lab.converted('docx', 'pdf', { attach: file });
      assert.match(
        await outputOf('/usr/bin/pdfdetach', ['-list', attached]),
        /1 embedded files[^]*Notizen é\.txt/,
      );
      await run('/usr/bin/pdfdetach', ['-save', '1', '-o', `${attached}.txt`, attached]);
      assert.equal(await readFile(`${attached}.txt`, 'utf8'), 'the notes');
      const removed = await lab.converted('pdf', 'pdf', { remove_attachments: 'true' }, attached);
      assert.match(await outputOf('/usr/bin/pdfdetach', ['-list', removed]), /^0 embedded files/);
      const replaced = await lab.converted(
        'pdf',
        'pdf',
        { remove_attachments: 'true', attach: file },
        attached,
      );
      assert.match(await outputOf('/usr/bin/pdfdetach', ['-list', replaced]), /^1 embedded files/);
    },
  },
  {
    shows: ['invoice'],
    description:
      'an invoice is attached to a PDF/A-3 with Factur-X metadata, can be extracted, and can be converted to a PDF page',
    see: async () => {
      const result = await lab.converted('docx', 'pdf', { invoice: xmlFile(invoiceXml()) });
      await run('/usr/bin/pdfdetach', ['-savefile', 'factur-x.xml', '-o', `${result}.xml`, result]);
      assert.equal(await readFile(`${result}.xml`, 'utf8'), invoiceXml());
      const packet = await outputOf('/usr/bin/pdfinfo', ['-meta', result]);
      for (const expected of [
        '<pdfaid:part>3</pdfaid:part>',
        '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
        '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
        '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
      ])
        assert.ok(packet.includes(expected), `${expected} in ${packet}`);
      const objects = await outputOf('/usr/bin/qpdf', ['--qdf', '--object-streams=disable', result, '-']);
      assert.match(objects, /\/AFRelationship \/Alternative/);
      const taken = await lab.converted('pdf', 'xml', {}, result);
      assert.equal(await readFile(taken, 'utf8'), invoiceXml());
      const file = path.join(lab.dir, 'alone.xml');
      await writeFile(file, invoiceXml());
      const page = await outputOf('/usr/bin/pdftotext', [
        '-layout',
        await lab.converted('xml', 'pdf', {}, file),
        '-',
      ]);
      assert.match(page, /Blue paint +2 +30\.00 +19 +60\.00/);
      assert.match(page, /Amount due \(BT-115\) +119\.00 EUR/);
      await writeFile(file, ublInvoiceXml());
      const other = await lab.converted('xml', 'pdf', {}, file);
      assert.match(
        await outputOf('/usr/bin/pdftotext', ['-layout', other, '-']),
        /Easel +4 +25\.00 +19 +100\.00/,
      );
      const wrong = await lab.send(await lab.samples.get('docx'), 'docx', 'pdf', {
        invoice: xmlFile(invoiceXml({ gross: '120.00' })),
      });
      assert.deepEqual([wrong.status, wrong.error.details?.['field']], [400, 'invoice']);
      assert.match(wrong.error.message ?? '', /BR-CO-15.*120\.00.*119\.00/);
      const archive = await lab.send(await lab.samples.get('docx'), 'docx', 'pdf', {
        invoice: xmlFile(invoiceXml()),
        pdfa: '1b',
      });
      assert.deepEqual([archive.status, archive.error.details?.['field']], [400, 'invoice']);
    },
  },
  {
    shows: ['sign_certificate', 'sign_password', 'sign_reason', 'sign_position', 'sign_page'],
    description: 'a PDF has a visible PAdES-B signature, which OpenSSL and poppler can verify',
    see: async () => {
      for (const kind of ['rsa', 'ec'] as const) {
        const { file, certificate } = await makeKey(lab.dir, kind, 'geheim');
        const options: OptionValues = {
          ...{ sign_certificate: file, sign_password: 'geheim', sign_reason: 'Approved by Ada' },
          ...{ sign_position: 'bottom-right', sign_page: '2', stamp_text: 'SIGNED COPY' },
        };
        const result = await lab.converted('pdf', 'pdf', options);
        const attributes = await verified(result, certificate);
        assert.match(attributes, /id-smime-aa-signingCertificateV2/);
        assert.doesNotMatch(attributes, /signingTime/);
        const seen = await outputOf('/usr/bin/pdfsig', ['-nocert', result]);
        assert.match(seen, /Signature Type: ETSI\.CAdES\.detached/);
        assert.match(seen, /Total document signed\n.*Signature is Valid\./);
        assert.match(
          await outputOf('/usr/bin/qpdf', ['--check', result]),
          /No syntax or stream encoding errors/,
        );
        const page = await outputOf('/usr/bin/mutool', ['draw', '-q', '-F', 'text', '-o', '-', result, '2']);
        assert.match(page, /Ada Signer/);
        assert.match(page, /Approved by Ada/);
        assert.match(page, /SIGNED COPY/);
        await assertCounterSigned(lab, result, file);
      }
      const { file } = await makeKey(lab.dir, 'rsa', 'geheim');
      const { status, error } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'pdf', {
        ...{ sign_certificate: file, sign_password: 'wrong' },
      });
      assert.deepEqual([status, error.details?.['field']], [400, 'sign_certificate']);
    },
  },
];

/**
 * Asserts that a conversion of a signed PDF to JSON reports the first signature as valid after a second signature was
 * added, and as invalid after a byte was changed.
 */
async function assertCounterSigned(lab: Workbench, signed: string, key: File): Promise<void> {
  const twice = await lab.converted('pdf', 'pdf', { sign_certificate: key, sign_password: 'geheim' }, signed);
  const read = async (file: string) =>
    JSON.parse(await readFile(await lab.converted('pdf', 'json', {}, file), 'utf8')) as {
      signatures: Record<string, unknown>[];
    };
  const { signatures } = await read(twice);
  assert.deepEqual(
    signatures.map(({ signer, reason, valid, unchanged }) => [signer, reason, valid, unchanged]),
    [
      ['Ada Signer', 'Approved by Ada', true, false],
      ['Ada Signer', undefined, true, true],
    ],
  );
  const bytes = await readFile(signed);
  const altered = `${signed}.altered.pdf`;
  // Changes a byte in the comment on the second line of the PDF.
  bytes[11] = 0x21;
  await writeFile(altered, bytes);
  const [found] = (await read(altered)).signatures;
  assert.deepEqual([found?.['valid'], found?.['unchanged']], [false, false]);
}
