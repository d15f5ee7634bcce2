import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailboxOf } from './mailbox.ts';

const rows = [
  ['ada@example.com', 'ada@example.com'],
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada+convert@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['A.da@GoogleMail.com', 'ada@gmail.com'],
  ['+tag@example.com', '+tag@example.com'],
] as const;

for (const [email, mailbox] of rows) {
  test(`maps the email address ${email} to the mailbox ${mailbox}`, () =>
    assert.equal(mailboxOf(email), mailbox));
}
