/**
 * Checks that an email message (EML) has the headers, the plain text body, the HTML body, the inline picture and the
 * attachment of the sample.
 */
import assert from 'node:assert/strict';
import { png } from '../../../samples/pictures/image-png.ts';
import { letter } from '../../../samples/documents/letter.ts';
import { mailSample } from '../../../samples/documents/mail.ts';
import { picture } from '../../../samples/pictures/picture.ts';
import { python } from '../../../samples/run.ts';
import { checkLetter, wordsOf } from './document.ts';

interface ReadPart {
  type: string;
  name: string | null;
  cid: string | null;
  data: string;
}

/**
 * A Python program that reads the message with Python's older email API, because the engine uses the newer email API.
 */
const program = `
import base64, email, email.header, json, sys
mail = email.message_from_bytes(open(sys.argv[1], 'rb').read())
decoded = lambda text: text and str(email.header.make_header(email.header.decode_header(text)))
parts = [{'type': part.get_content_type(), 'name': decoded(part.get_filename()), 'cid': part['Content-ID'],
    'data': base64.b64encode(part.get_payload(decode=True)).decode()} for part in mail.walk() if not part.is_multipart()]
print(json.dumps([{name: decoded(value) for name, value in mail.items()}, parts]))
`;

export async function checkInternetMessage(file: string): Promise<void> {
  const { stdout } = await python(program, [file]);
  const [headers, parts] = JSON.parse(stdout.toString()) as [Record<string, string>, ReadPart[]];
  const { from, to, cc, attachment } = mailSample;
  for (const [name, { name: person, address }] of Object.entries({ From: from, To: to, Cc: cc }))
    assert.equal(headers[name], `${person} <${address}>`);
  assert.equal(headers['Subject'], letter.title);
  assert.equal(Date.parse(headers['Date'] ?? ''), Date.parse(mailSample.date));
  const only = (isIt: (part: ReadPart) => boolean) => {
    const [found, ...more] = parts.filter(isIt);
    assert.ok(found && more.length === 0, JSON.stringify(parts.map(({ type, name }) => [type, name])));
    return found;
  };
  const bytes = ({ data }: ReadPart) => Buffer.from(data, 'base64');
  checkLetter(
    wordsOf(`${letter.title} ${bytes(only(({ type, name }) => type === 'text/plain' && !name)).toString()}`),
  );
  const { cid, data } = only(({ type }) => type === 'image/png');
  assert.equal(data, png(picture()).toString('base64'), 'the picture');
  const page = bytes(only(({ type }) => type === 'text/html')).toString();
  assert.ok(page.includes(`src="cid:${String(cid).slice(1, -1)}"`), 'the page shows the picture');
  assert.equal(bytes(only(({ name }) => name === attachment.name)).toString(), attachment.text);
}
