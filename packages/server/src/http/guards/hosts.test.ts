import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalHost } from './hosts.ts';

const rows = [
  ['localhost', 'localhost'],
  ['LocalHost:8080', 'localhost'],
  ['localhost:', 'localhost'],
  ['convert.example.', 'convert.example'],
  ['convert.example.:443', 'convert.example'],
  ['convert_2.example', 'convert_2.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['[::1]', '[::1]'],
  ['[0:0:0::0:1]:80', '[::1]'],
  ['127.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['localhost..', undefined],
  ['.', undefined],
  ['..', undefined],
  ['', undefined],
  [':80', undefined],
  ['::1', undefined],
  ['[::1', undefined],
  ['[::1]x', undefined],
  ['[fe80::1%25lo]', undefined],
  ['a@b', undefined],
  ['a:b@c', undefined],
  ['a b', undefined],
  ['a,b', undefined],
  ['a/b', undefined],
  ['a?b', undefined],
  ['a\\b', undefined],
  ['%6cocalhost', undefined],
  ['b\u00fccher.example', undefined],
  ['\u{1d41a}.example', undefined],
  ['localhost:65536', undefined],
  ['localhost:-1', undefined],
  ['256.0.0.1', undefined],
] as const;

for (const [authority, host] of rows)
  test(`parses the Host header ${JSON.stringify(authority)} as ${host ?? 'invalid'}`, () =>
    assert.equal(canonicalHost(authority), host));
