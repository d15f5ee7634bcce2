/** Tests that feeds are written as articles, and that other XML is written as data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writer as html } from './html.ts';
import { writer as markdown } from './markdown.ts';
import { codec } from './xml.ts';

const read = (xml: string) => codec.read(Buffer.from(xml), {});

const rss =
  read(`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Harbour</title>
<link>https://harbour.example/</link><description>News</description>
<item><title>Tides &amp; moons</title><link>https://harbour.example/1</link><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>
<author>Ada</author><content:encoded><![CDATA[<p>High <b>water</b> at <a href="https://t.example/x">ten</a>.</p><script>x()</script><ul><li>one<li>two</ul>]]></content:encoded>
<enclosure url="https://harbour.example/1.mp3" type="audio/mpeg" length="9"/></item></channel></rss>`);

const atom =
  read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title type="text">First</title>
<link rel="alternate" href="https://log.example/1"/><updated>2024-02-29T12:00:00Z</updated><author><name>Bo</name></author>
<summary>Plain words</summary></entry></feed>`);

test('writes the items of an RSS feed as articles', () => {
  assert.equal(
    markdown.write(rss, {}),
    `# [Harbour](https://harbour.example/)

News

## [Tides & moons](https://harbour.example/1)

Mon, 01 Jan 2024 10:00:00 GMT · Ada

High **water** at [ten](https://t.example/x).

- one
- two

- [https://harbour.example/1.mp3](https://harbour.example/1.mp3)
`,
  );
  const page = String(html.write(rss, {}));
  assert.match(page, /<h2><a href="https:\/\/harbour\.example\/1">Tides &amp; moons<\/a><\/h2>/);
  assert.match(page, /<p>High <b>water<\/b>/);
  assert.doesNotMatch(page, /script|@version/);
});

test('writes the entries of an Atom feed as articles', () => {
  assert.equal(
    markdown.write(atom, {}),
    '# Log\n\n## [First](https://log.example/1)\n\n2024-02-29T12:00:00Z · Bo\n\nPlain words\n',
  );
});

test('writes XML that is not a feed as a list of names and values', () => {
  assert.match(String(markdown.write(read('<a><b>1</b></a>'), {})), /\*\*b\*\*/);
});
