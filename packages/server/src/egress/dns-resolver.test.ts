import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { dnsResolver, type DnsLookup } from './dns-resolver.ts';

/**
 * Responses of a name server by host name and query type (1: IPv4, 28: IPv6). The test's name server does not respond
 * to queries for other names or types.
 */
const answers: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  'four.test': { 1: [192, 0, 2, 1], 28: [] },
  'both.test': { 1: [192, 0, 2, 1], 28: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
  // The name server never responds to the IPv6 query for the name `half.test`.
  'half.test': { 1: [192, 0, 2, 1] },
};

function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const data = answers[labels.join('.').toLowerCase()]?.[query.readUInt16BE(at + 1)];
  if (!data) return undefined;
  const head = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    0x80,
    0,
    1,
    0,
    data.length > 0 ? 1 : 0,
    0,
    0,
    0,
    0,
  ]);
  const record = [0xc0, 12, ...question.subarray(-4), 0, 0, 0, 60, 0, data.length, ...data];
  return Buffer.concat([head, question, Buffer.from(data.length > 0 ? record : [])]);
}

let server: Socket;
let lookUp: DnsLookup;

before(async () => {
  server = createSocket('udp4', (query, { address, port }) => {
    const answer = answerTo(query);
    if (answer) server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  lookUp = dnsResolver([`127.0.0.1:${server.address().port}`]);
});

after(() => server.close());

const sorted = async (name: string) =>
  (await lookUp(name)).map(({ address, family }) => `${family} ${address}`).sort();

test('finds the IPv4 and IPv6 addresses of a host name, ignoring case and a trailing dot', async () => {
  assert.deepEqual(await sorted('both.test'), ['4 192.0.2.1', '6 2001:db8::1']);
  assert.deepEqual(await sorted('FOUR.test.'), ['4 192.0.2.1']);
});

test('returns the IPv4 addresses of a host name within 1.5 s if the IPv6 query gets no response', async () => {
  const began = performance.now();
  assert.deepEqual(await sorted('half.test'), ['4 192.0.2.1']);
  assert.ok(performance.now() - began < 1_500);
});

test('resolves host names from the hosts file', async () => {
  assert.ok((await sorted('localhost')).some((one) => ['4 127.0.0.1', '6 ::1'].includes(one)));
});

test('resolves a host name within 1 s while 100 other lookups get no response', async () => {
  const slow = Array.from({ length: 100 }, (_, n) => lookUp(`slow${n}.test`));
  const ended = Promise.allSettled(slow);
  const began = performance.now();
  assert.deepEqual(await sorted('four.test'), ['4 192.0.2.1']);
  assert.ok(performance.now() - began < 1_000);
  assert.ok((await ended).every(({ status }) => status === 'rejected'));
});
