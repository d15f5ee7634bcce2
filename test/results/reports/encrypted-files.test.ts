/**
 * Tests that encrypted OpenDocument packages open with their password, and that the error for an unsupported kind of
 * encryption names this kind.
 */
import assert from 'node:assert/strict';
import { argon2Sync, createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { zipOf } from '../../samples/archives/zip.ts';
import { openConverter } from '../../support/server/test-app.ts';
import type { Answer } from '../../support/server/service.ts';

const convertFile = openConverter();

const convert = (name: string, bytes: Buffer, target: string, options?: Record<string, string>) =>
  convertFile(new File([new Uint8Array(bytes)], name), target, options);

const reasonOf = ({ error }: Answer): unknown => error.details?.['reason'];

const type = 'application/vnd.oasis.opendocument.text';
const mimetype = { mimetype: type };
const manifestEntry = 'META-INF/manifest.xml';
const schema = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
const extension = 'urn:org:documentfoundation:names:experimental:office';

const namespaces = ['office', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const part = (name: string, inner: string) =>
  Buffer.from(
    `<office:document-${name} ${namespaces} office:version="1.3">${inner}</office:document-${name}>`,
  );
const content = part(
  'content',
  '<office:font-face-decls/><office:automatic-styles/><office:body><office:text>' +
    '<text:p>The harbour opens at nine.</text:p></office:text></office:body>',
);
const styles = {
  'styles.xml': part(
    'styles',
    '<office:font-face-decls/><office:styles/><office:automatic-styles/><office:master-styles/>',
  ),
};

const manifestOf = (entries: string) =>
  Buffer.from(
    `<manifest:manifest xmlns:manifest="${schema}" xmlns:loext="${extension}:xmlns:loext:1.0">${entries}</manifest:manifest>`,
  );

const root = `<manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>`;

/** Returns the manifest entry of an encrypted file. `derivation` contains the XML attributes of the key derivation. */
const encryptedEntry = (name: string, size: number, algorithm: string, vector: Buffer, derivation: string) =>
  `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml" manifest:size="${size}">` +
  `<manifest:encryption-data><manifest:algorithm manifest:algorithm-name="${algorithm}" ` +
  `manifest:initialisation-vector="${vector.toString('base64')}"/>` +
  `<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256"/>` +
  `<manifest:key-derivation ${derivation}/></manifest:encryption-data></manifest:file-entry>`;

const password = 'pässword';
const startKey = createHash('sha256').update(password).digest();

/**
 * Returns an odt with each entry encrypted separately, as ODF 1.2 specifies. LibreOffice before version 24.2 also
 * encrypts each entry separately.
 */
function encryptedByEntry(): Promise<Buffer> {
  const [salt, vector] = [randomBytes(16), randomBytes(16)];
  const key = pbkdf2Sync(startKey, salt, 1000, 32, 'sha1');
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  const data = Buffer.concat([cipher.update(deflateRawSync(content)), cipher.final()]);
  const derivation =
    'manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="1000" ' +
    `manifest:salt="${salt.toString('base64')}"`;
  const algorithm = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
  const entry = encryptedEntry('content.xml', content.length, algorithm, vector, derivation);
  return zipOf({ ...mimetype, ...styles, 'content.xml': data, [manifestEntry]: manifestOf(root + entry) });
}

/** Returns an odt that is encrypted as a whole. LibreOffice 24.2 and later encrypt the whole file and not its parts. */
async function encryptedWhole(): Promise<Buffer> {
  const entry = '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>';
  const whole = await zipOf({
    ...mimetype,
    ...styles,
    'content.xml': content,
    [manifestEntry]: manifestOf(root + entry),
  });
  const [salt, vector] = [randomBytes(16), randomBytes(12)];
  const key = argon2Sync('argon2id', {
    ...{ message: startKey, nonce: salt, parallelism: 4, tagLength: 32, memory: 65_536, passes: 3 },
  });
  const cipher = createCipheriv('aes-256-gcm', key, vector);
  const data = Buffer.concat([vector, cipher.update(whole), cipher.final(), cipher.getAuthTag()]);
  const derivation =
    `manifest:key-derivation-name="${extension}:manifest:argon2id" manifest:key-size="32" ` +
    'loext:argon2-iterations="3" loext:argon2-memory="65536" loext:argon2-lanes="4" ' +
    `manifest:salt="${salt.toString('base64')}"`;
  const algorithm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
  const package_ = encryptedEntry('encrypted-package', whole.length, algorithm, vector, derivation);
  return zipOf({ ...mimetype, 'encrypted-package': data, [manifestEntry]: manifestOf(package_) });
}

const packages = {
  'each entry encrypted with AES-CBC': await encryptedByEntry(),
  'the whole package encrypted with AES-GCM': await encryptedWhole(),
};

for (const [kind, bytes] of Object.entries(packages)) {
  test(`decrypts an odt with its password (${kind})`, async () => {
    const { status, body, error } = await convert('a.odt', bytes, 'txt', { password });
    assert.equal(status, 200, error.message);
    assert.equal(body.toString().trim(), 'The harbour opens at nine.');
  });

  test(`returns password_required for an encrypted odt if the request has no password (${kind})`, async () => {
    for (const target of ['txt', 'pdf'])
      assert.equal(reasonOf(await convert('a.odt', bytes, target)), 'password_required', target);
  });

  test(`returns wrong_password for an encrypted odt with a wrong password (${kind})`, async () => {
    const wrong = await convert('a.odt', bytes, 'txt', { password: 'wrong' });
    assert.equal(reasonOf(wrong), 'wrong_password');
  });
}

test('ignores a password that is sent with an unencrypted odt', async () => {
  const plain = await zipOf({
    ...mimetype,
    ...styles,
    'content.xml': content,
    [manifestEntry]: manifestOf(root),
  });
  const { status, body } = await convert('a.odt', plain, 'txt', { password });
  assert.deepEqual([status, body.toString().trim()], [200, 'The harbour opens at nine.']);
});

test('the error names the encryption of an OpenDocument file that no password can decrypt', async () => {
  const derivation = 'manifest:key-derivation-name="PGP"';
  const entry = encryptedEntry(
    'content.xml',
    9,
    'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    randomBytes(16),
    derivation,
  );
  const bytes = await zipOf({
    ...mimetype,
    'content.xml': randomBytes(64),
    [manifestEntry]: manifestOf(root + entry),
  });
  const { error } = await convert('a.odt', bytes, 'txt', { password });
  assert.equal(error.details?.['feature'], 'OpenDocument key derivation pgp');
});

test('refuses a protected e-book and names its digital rights management', async () => {
  const list = '<enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>';
  const book = await zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/encryption.xml': list,
    'META-INF/rights.xml': '<rights/>',
    'content.opf': randomBytes(256),
  });
  const { error } = await convert('a.epub', book, 'txt');
  assert.equal(error.details?.['feature'], 'Adobe DRM');
});

test('refuses an encrypted iWork document without asking for a password', async () => {
  const document = await zipOf({
    'Index/Document.iwa': randomBytes(256),
    '.iwpv2': randomBytes(64),
  });
  const { error } = await convert('a.pages', document, 'txt');
  assert.deepEqual(
    [error.details?.['reason'], error.details?.['feature']],
    ['unsupported_feature', 'iWork encryption'],
  );
});
