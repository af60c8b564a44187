import assert from 'node:assert/strict';
import { Locale } from '@venue-booking/proto/primitives';
import { codePoint } from '@venue-booking/proto/testing/codePoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type SmtpSink, startSmtp } from '../../../../test/servers/smtp.ts';
import { type Changes, content } from '../../testing/testContent.ts';
import type { MailTransport } from '../transport/mailTransport.ts';
import { encode } from '../transport/mime.ts';
import { smtpTransport } from '../transport/smtpTransport.ts';
import { compose } from './compose.ts';

/** The expected form of a name: a single line without control characters. */
const tidy = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
    .trim();

const unescaped = (html: string) =>
  html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  );

describe('a composed mail', () => {
  let smtp: SmtpSink;
  let transport: MailTransport;
  beforeAll(async () => {
    smtp = await startSmtp();
    transport = smtpTransport(smtp.url);
  });
  afterAll(async () => {
    await transport.close();
    await smtp.stop();
  });
  const arrive = async (changes: Changes) => {
    await transport.send(encode(compose(content(changes))));
    const received = smtp.messages.pop();
    assert.ok(received);
    return received;
  };

  it('says that it is not an invoice if it shows VAT', () => {
    const vat = [{ percent: 9, vat_eur: 2.06 }];
    assert.match(compose(content({ booking: { vat } })).text, /This is not an invoice/);
    assert.doesNotMatch(compose(content()).text, /invoice/);
    assert.doesNotMatch(compose(content({ booking: { vat: [] } })).text, /invoice/, 'a free booking');
    assert.doesNotMatch(compose(content({ booking: { vat }, kind: 'cancelled' })).text, /invoice/);
  });

  it('never lets a name add a header, and keeps the rest of the name', async () => {
    const nasty = fc.constantFrom(
      '\r\nBcc: thief@example.com\r\n\r\nHello',
      '\n.\r\nMAIL FROM:<a@b.example>',
      '"><script>alert(1)</script>',
      '=?utf-8?B?aGVsbG8=?=',
      '<thief@example.com>, x',
      '\u2028Bcc: x\u0000\u0085',
      'مرحبا بالعالم',
      '👩‍👩‍👧‍👦 Zoë',
      '{venue} {day} $& %s',
      'z'.repeat(200),
    );
    const text = fc.oneof(
      nasty,
      fc.string({ unit: codePoint, minLength: 1, maxLength: 60 }),
      fc
        .array(fc.oneof(nasty, fc.string({ maxLength: 10 })), { maxLength: 3 })
        .map((parts) => parts.join('')),
    );
    const expected = (await arrive({})).mail.headers.map(({ key }) => key);
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (name, facility, venue, address) => {
        const { mail, from, to } = await arrive({
          booking: { customer_name: name, facility },
          // Trusted: its texts stay as typed, even if they contain an address.
          contact: { name: venue, address, linkHosts: null },
        });
        assert.deepEqual(
          mail.headers.map(({ key }) => key),
          expected,
        );
        assert.deepEqual([from, to], ['no-reply@book.example', ['ada@example.com']]);
        assert.deepEqual(
          mail.to?.map((it) => it.address),
          ['ada@example.com'],
        );
        assert.equal(mail.from?.address, 'no-reply@book.example');
        const inHeader = (told: string) => tidy(told).replaceAll('=?', '= ?');
        assert.equal(mail.subject, `Booking confirmed: ${inHeader(facility)}, Monday 3 June 2030`);
        assert.equal(mail.to?.[0]?.name, '');
        assert.ok(tidy(mail.text ?? '').includes(tidy(`What: ${tidy(facility)} When`)));
        assert.doesNotMatch(mail.html ?? '', /<script/i);
        const rows = tidy(unescaped((mail.html ?? '').replace(/<[^>]*>/g, ' ')));
        assert.ok(tidy(name) === '' || rows.includes(tidy(`Name ${tidy(name)}`)), rows);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a name of 200 characters of any script unchanged', async () => {
    for (const name of ['ж'.repeat(200), '🎳'.repeat(100), 'שלום '.repeat(40).trim(), 'O\'Neil, "Ada" (x)']) {
      const { mail } = await arrive({ booking: { customer_name: name }, contact: { mailFromName: name } });
      assert.equal(mail.from?.name, name);
      assert.ok(mail.text?.replace(/\s+/g, ' ').includes(name));
    }
  });

  it('does not start with text from the person who booked, because anybody can book for anybody', async () => {
    for (const locale of Locale.options) {
      const name = 'U heeft gewonnen, bel 0900';
      const { mail } = await arrive({ locale, booking: { customer_name: name } });
      const [first = ''] = (mail.text ?? '').split('\n');
      for (const shown of [mail.subject ?? '', first, mail.to?.[0]?.name ?? ''])
        assert.ok(!shown.includes('U heeft'));
      assert.match(
        mail.text ?? '',
        new RegExp(`^(Naam|Name|Nom\u00a0): +${name}$`, 'm'),
        'the name is still in the mail',
      );
    }
  });

  it('escapes markup in names and addresses, and keeps the line breaks of an address', async () => {
    const { mail } = await arrive({
      booking: { facility: '<b>Sauna</b> & "more"' },
      contact: { address: "Meerweg 1\r\n<img src=x onerror=1>\nPlaats d'Or", phone: '+31 (0)35 123' },
    });
    assert.ok(mail.html?.includes('&lt;b&gt;Sauna&lt;/b&gt; &amp; &quot;more&quot;'));
    assert.match(mail.html ?? '', /Meerweg 1<br>\n&lt;img src=x onerror=1&gt;<br>\nPlaats d&#39;Or/);
    assert.match(mail.text ?? '', /Meerweg 1\n<img src=x onerror=1>\nPlaats d'Or\n/);
    assert.ok(mail.html?.includes('href="tel:+3135123"'));
  });

  it('keeps the amount readable next to the longest price name', async () => {
    const text = 'W'.repeat(60);
    const price_lines = [
      { text: 'Pass', count: 2, amount_eur: 20 },
      { text, count: 100, amount_eur: 5 },
    ];
    const { mail } = await arrive({ booking: { price_lines } });
    assert.match(mail.text ?? '', new RegExp(`^100 × ${text}: €5\\.00$`, 'm'));
    assert.match(mail.text ?? '', /^What: {21}Pass$/m);
    assert.match(mail.html ?? '', /white-space:nowrap[^<]*>2 × Pass</);
    assert.doesNotMatch(mail.html ?? '', /white-space:nowrap[^<]*>100 × W/);
  });

  it('contains no external resource and no script', async () => {
    const { mail } = await arrive({});
    assert.doesNotMatch(mail.html ?? '', /<(img|script|link|iframe|form)|url\(|@import/i);
  });

  it('shows the date of an end after midnight', async () => {
    const { mail } = await arrive({});
    assert.match(mail.text ?? '', /Monday 3 June 2030, 23:00–01:00 \(Tuesday 4 June\)/);
  });

  it('omits contact details that the venue has not set', async () => {
    const { mail } = await arrive({
      contact: { address: null, phone: null, contactEmail: null, termsUrl: null, replyTo: null },
    });
    assert.equal(mail.replyTo, undefined);
    assert.match(mail.text ?? '', /\n\nSauna aan het Meer\n\nVenue Booking \(/);
    assert.doesNotMatch(mail.text ?? '', /Phone|E-mail|Terms|null|undefined/);
  });

  const own = (text: { subject?: string; body?: string }) => ({
    ownTexts: [{ kind: 'confirmed', language: 'en', subject: null, body: 'Welcome', ...text } as const],
  });

  it("contains the venue's own text with placeholders filled in and its paragraphs and lines kept", async () => {
    const { mail } = await arrive(
      own({
        subject: '{facility}, {people} people',
        body: 'At {venue}\r\non {day}.\r\n\r\nUntil then: {price}',
      }),
    );
    assert.equal(mail.subject, 'Pass, 2 people');
    assert.match(
      mail.text ?? '',
      /^Hello,\n\nMessage from Sauna aan het Meer:\n\nAt Sauna aan het Meer\non Monday 3 June 2030\.\n\nUntil then: €25\.00\n\nWhat: /,
    );
    assert.match(mail.html ?? '', /At Sauna aan het Meer<br>\non Monday 3 June 2030\.<\/p>\n<p[^>]*>Until/);
    const { mail: other } = await arrive({ ...own({}), kind: 'changed' });
    assert.doesNotMatch(other.text ?? '', /Welcome/);
    const { mail: dutch } = await arrive({ ...own({}), locale: 'nl' });
    assert.doesNotMatch(dutch.text ?? '', /Welcome/);
  });

  it("never treats the venue's own text or its values as markup or headers", async () => {
    const expected = (await arrive({})).mail.headers.map(({ key }) => key);
    const { mail, to } = await arrive({
      ...own({
        subject: 'Hi {facility}\r\nBcc: thief@example.com',
        body: '<script>alert(1)</script> {facility} & <a href="x">',
      }),
      booking: { facility: '=?utf-8?B?aGk=?=\r\nBcc: thief@example.com <b>{venue}</b>' },
    });
    assert.deepEqual(to, ['ada@example.com']);
    assert.deepEqual(
      mail.headers.map(({ key }) => key),
      expected,
    );
    assert.doesNotMatch(mail.html ?? '', /<script|<b>|<a href="x"/);
    assert.match(
      mail.html ?? '',
      /&lt;script&gt;alert\(1\)&lt;\/script&gt; .*&lt;b&gt;\{venue\}&lt;\/b&gt; &amp; /,
    );
    assert.match(mail.subject ?? '', /^Hi = \?utf-8.*\{venue\}/);
  });

  it('states the refunded amount and the state of the booking', async () => {
    const textOf = async (changes: Changes) => (await arrive(changes)).mail.text?.replace(/\s+/g, ' ') ?? '';
    const refunded = (status: string, locale: 'nl' | 'en' = 'en') =>
      textOf({ kind: 'refunded', booking: { status }, refundedEur: 12.5, locale });
    assert.match(await refunded('cancelled'), /refunding you €12\.50 for this booking\. It may/);
    assert.match(
      await refunded('confirmed'),
      /refunding you €12\.50 for this booking\. Your booking remains valid/,
    );
    assert.match(
      await refunded('no_show', 'nl'),
      /€ 12,50 terug voor deze boeking\. Je boeking blijft geldig/,
    );
    assert.match(await refunded('expired'), /does not go ahead\. You get a refund of €12\.50\./);
    const failed = (locale: 'nl' | 'en') =>
      textOf({ kind: 'refund_failed', booking: { status: 'cancelled' }, refundedEur: 12.5, locale });
    assert.match(
      await failed('en'),
      /about a refund of €12\.50 for this booking\. That refund did not go through/,
    );
    assert.match(
      await failed('nl'),
      /dat je € 12,50 terugkrijgt voor deze boeking\. Die terugbetaling is helaas niet gelukt/,
    );
    const cancelled = (paid: boolean) =>
      textOf({ kind: 'cancelled', booking: { status: 'cancelled' }, paid });
    assert.match(await cancelled(true), /You get a full refund/);
    assert.doesNotMatch(await cancelled(false), /paid/);
    const ofThat = { status: 'cancelled', amount_eur: 135 };
    const rest = await textOf({
      kind: 'cancelled',
      booking: ofThat,
      paid: true,
      paidEur: 135,
      backEur: 122.5,
    });
    assert.match(rest, /Your refund is €122\.50 of the €135\.00 that you paid/, 'a part was refunded before');
    assert.match(
      await textOf({ kind: 'payment_due', holdUntil: '2030-06-03T10:15' }),
      /We hold your places at .* until Monday 3 June 2030, 10:15\./,
    );
  });

  it('fills in every placeholder in each kind and language', async () => {
    const subjects = new Set<string>();
    for (const kind of [
      'confirmed',
      'changed',
      'cancelled',
      'payment_due',
      'refunded',
      'refund_failed',
    ] as const)
      for (const locale of Locale.options) {
        const { mail } = await arrive({ kind, locale, checkoutUrl: null });
        subjects.add(mail.subject ?? '');
        for (const form of [mail.subject, mail.text]) assert.doesNotMatch(form ?? '', /[{}]|undefined/);
      }
    assert.equal(subjects.size, 6 * Locale.options.length);
  });
});
