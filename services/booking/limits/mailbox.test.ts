import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

/** Each line has spellings of one mailbox. */
const same = [
  [
    'sanne@example.org',
    'SANNE@Example.ORG',
    ' sanne@example.org ',
    'sanne+sauna@example.org',
    'sanne+a+b@example.org.',
  ],
  ['asmith@gmail.com', 'a.smith@gmail.com', 'A.S.Mith+x.y@GoogleMail.com', 'asmith+@gmail.com'],
  [
    'victim@proton.me',
    'vic.tim@proton.me',
    'V-i_ctim+x@protonmail.com',
    'victim@pm.me',
    'victim@protonmail.ch',
  ],
  ['jan@bücher.example', 'jan@xn--bcher-kva.example', 'JAN@BÜCHER.example'],
  ['josé@example.org', 'jose\u0301@example.org'],
];

/** Each line has different mailboxes. */
const different = [
  ['a.smith@example.org', 'asmith@example.org'],
  ['sanne@example.org', 'sanne@example.com', 'sanne@mail.example.org', 'sanna@example.org'],
  ['+a@example.org', '+b@example.org', '@example.org'],
  ['a.smith@gmail.com.example.org', 'asmith@gmail.com.example.org', 'asmith@gmail.com'],
  ['jan-x@example.org', 'janx@example.org', 'jan@example.org'],
  ['jan-x@gmail.com', 'janx@gmail.com', 'janx@proton.me', 'janx@proton.me.example.org'],
  ['x@constructor', 'x@__proto__'],
];

test('maps all spellings of an address to one mailbox', () => {
  for (const addresses of same)
    assert.deepEqual([...new Set(addresses.map(mailboxOf))], [mailboxOf(addresses[0] ?? '')]);
  assert.equal(mailboxOf('A.Smith+sauna@Googlemail.com'), 'asmith@gmail.com');
});

test('keeps different mailboxes apart', () => {
  for (const addresses of different)
    assert.equal(new Set(addresses.map(mailboxOf)).size, addresses.length, addresses.join());
});

test('leaves a normalized mailbox unchanged', () => {
  for (const email of [...same, ...different].flat())
    assert.equal(mailboxOf(mailboxOf(email)), mailboxOf(email));
});
