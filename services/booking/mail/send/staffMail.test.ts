import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { createLog } from '@venue-booking/kit/logging/log';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import { test } from 'vitest';
import { type EncodedMessage, type MailTransport, SendFailure } from '../transport/mailTransport.ts';
import { smtpTransport } from '../transport/smtpTransport.ts';
import { composeStaffMail, sendStaffMail } from './staffMail.ts';

const at = new Date('2026-11-22T10:00:00Z');
const invitation: StaffMail = {
  kind: 'invitation',
  to: 'anna@example.com',
  language: 'nl',
  url: 'https://book.example/admin/sign-in',
  venueName: 'Sauna <b>&</b> Bad\r\nBcc: eve@example.com =?utf-8?q?x?=',
};

test('uses the reader’s language and links to the right page', () => {
  for (const [language, subject] of [
    ['nl', 'Je inloglink'],
    ['en', 'Your sign-in link'],
    ['de', 'Ihr Anmeldelink'],
    ['fr', 'Votre lien de connexion'],
  ] as const) {
    const url = 'https://book.example/admin/sign-in#token';
    const mail = composeStaffMail(
      { ...invitation, kind: 'sign_in', language, url, venueName: null },
      'no-reply@book.example',
      at,
    );
    assert.deepEqual([mail.subject, mail.language], [subject, language]);
    assert.ok(mail.text.includes(`\n${url}\n`));
    assert.ok(mail.html.includes(`href="${url}"`) && mail.html.includes(`lang="${language}"`));
    assert.doesNotMatch(mail.text + mail.html, /[{}]\w+[{}]|undefined/);
  }
});

test('escapes a venue’s name and keeps it on one line', () => {
  const { subject, html } = composeStaffMail(invitation, 'no-reply@book.example', at);
  assert.equal(subject, 'Sauna <b>&</b> Bad Bcc: eve@example.com = ?utf-8?q?x?= heeft je toegevoegd');
  assert.match(html, /Sauna &lt;b&gt;&amp;&lt;\/b&gt; Bad/);
  assert.doesNotMatch(html, /<b>/);
});

test('retries while the server is down, but not after a rejection, and logs the failure', async () => {
  for (const [failures, expected] of [
    [['unavailable'], { sent: true, tries: 2 }],
    [['temporary', 'unavailable', 'unavailable'], { sent: false, tries: 3 }],
    [['permanent'], { sent: false, tries: 1 }],
  ] as const) {
    const left = [...failures] as ('unavailable' | 'temporary' | 'permanent')[];
    const tried: EncodedMessage[] = [];
    const transport: MailTransport = {
      async send(message) {
        tried.push(message);
        const failure = left.shift();
        if (failure) throw new SendFailure(failure, 'SMTP 4xx');
      },
      delete: async () => {},
      close: async () => {},
    };
    const deps = { transport, from: 'no-reply@book.example', log: createLog('test', 'silent') };
    assert.equal(await sendStaffMail(deps, invitation), expected.sent);
    assert.equal(tried.length, expected.tries);
    assert.deepEqual(tried[0]?.envelope.to, ['anna@example.com']);
  }
});

const LONG_MS = 60_000;
test('stops at the caller’s deadline, whatever the server does', {
  timeout: LONG_MS,
}, async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as { port: number };
  const timeouts = { connectMs: LONG_MS, greetingMs: LONG_MS, responseMs: LONG_MS, totalMs: LONG_MS };
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, { timeouts });
  const deps = { transport, from: 'no-reply@book.example', log: createLog('test', 'silent') };
  assert.equal(await runInCall(newCall(300), () => sendStaffMail(deps, invitation)), false);
  await transport.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
