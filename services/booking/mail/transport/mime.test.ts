import assert from 'node:assert/strict';
import { codePoint } from '@venue-booking/proto/testing/codePoint';
import fc from 'fast-check';
import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { test } from 'vitest';
import type { Message } from './mailTransport.ts';
import { encode } from './mime.ts';

const HELLO: Message = {
  of: { venueId: 3, bookingId: 7, mailId: '0190b3c0-0000-7000-8000-000000000000', createdAt: new Date(1e12) },
  messageId: '<0190b3c0@book.example>',
  from: { name: 'Sauna', address: 'no-reply@book.example' },
  to: { name: '', address: 'ada@example.com' },
  replyTo: 'hallo@sauna.example',
  subject: 'Boeking bevestigd',
  language: 'nl',
  text: 'Hallo\n.\nAda\n',
  html: '<p>Hallo</p>\n',
  calendar: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n',
};

const whole = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The message, encoded completely by nodemailer. */
async function byNodemailer({ calendar, replyTo, language, of, ...rest }: Message) {
  const { envelope, message } = await whole.sendMail({
    ...rest,
    replyTo: replyTo === null ? undefined : { name: '', address: replyTo },
    date: of.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    ...(calendar !== null && {
      icalEvent: { method: 'REQUEST', filename: 'booking.ics', content: Buffer.from(calendar) },
    }),
  });
  return { envelope, bytes: message as Buffer };
}

/** Everything that a mail program parses from a message. */
async function readBy(bytes: Buffer) {
  const { headers, attachments, headerLines: _, ...mail } = await PostalMime.parse(bytes);
  return {
    ...mail,
    // Nodemailer encodes some scripts as base64, and the parser then drops trailing line ends.
    text: mail.text?.trimEnd(),
    html: mail.html?.trimEnd(),
    headers: headers.map(({ key, value }) => [key, value.replace(/boundary=.*$/s, 'boundary')]),
    attachments: attachments.map(({ content, ...one }) => ({
      ...one,
      content: Buffer.from(content as ArrayBuffer).toString(),
    })),
  };
}

const line = fc
  .string({ unit: codePoint, minLength: 1, maxLength: 90 })
  .map((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() || 'x');
const lines = fc.array(line, { minLength: 1, maxLength: 6 }).map((all) => `${all.join('\n')}\n`);
const messages = fc.record({
  from: fc.record({ name: line, address: fc.constant('no-reply@bücher.example') }),
  replyTo: fc.option(fc.constant('"a, b"@sauna.example')),
  subject: line.map((text) => text.replaceAll('=?', '= ?')),
  text: lines,
  html: lines,
  calendar: fc.option(lines.map((text) => `METHOD:REQUEST\r\n${text.replaceAll('\n', '\r\n')}`)),
});

test('encodes a message that parses like nodemailer’s own', async () => {
  await fc.assert(
    fc.asyncProperty(messages, async (changes) => {
      const message = { ...HELLO, ...changes };
      const [ours, its] = [encode(message), await byNodemailer(message)];
      assert.deepEqual(ours.envelope, its.envelope);
      assert.deepEqual(await readBy(ours.bytes), await readBy(its.bytes));
    }),
    { numRuns: 300 },
  );
});

test('sends to every address that a guest may have, as it is stored', async () => {
  for (const address of [
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'anna@xn--80a1acny.xn--p1ai',
    "o'brien/x@example.com",
  ]) {
    const { envelope, bytes } = encode({ ...HELLO, to: { name: '', address }, replyTo: address });
    assert.deepEqual(envelope.to, [address]);
    const { to, replyTo } = await PostalMime.parse(bytes);
    assert.deepEqual([to?.[0]?.address, replyTo?.[0]?.address], [address, address]);
  }
});

test('keeps lines within the limit of servers and ends them with CRLF', () => {
  fc.assert(
    fc.property(messages, (changes) => {
      for (const one of encode({ ...HELLO, ...changes })
        .bytes.toString()
        .split('\r\n')) {
        assert.ok(one.length <= 78, one);
        assert.doesNotMatch(one, /[\r\n]|[^\0-\x7f]/);
      }
    }),
  );
});
