import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { bookingCalendar } from '../../calendar/calendar.ts';
import { newBooking } from '../../testing/testBookings.ts';
import { content } from '../../testing/testContent.ts';
import { composeStaffMail } from '../send/staffMail.ts';
import { builtInText } from '../texts/mailText.ts';
import { compose } from './compose.ts';

const own = (body: string, subject: string | null = null) => [
  { kind: 'confirmed', language: 'en', subject, body } as const,
];
const shown = (html: string) => html.replace(/<[^>]*>/g, ' ');

describe('a mail with the venue’s own text', () => {
  it('names the author of the text, and says in the platform’s words who sends the mail and why', () => {
    const { text, html } = compose(content({ ownTexts: own('Pay at once.\n\nOr lose it.') }));
    assert.match(text, /^Hello,\n\nMessage from Sauna aan het Meer:\n\nPay at once\.\n\nOr lose it\.\n\n/);
    const reason =
      'Venue Booking (book.example) sent you this e-mail on behalf of Sauna aan het Meer, because booking K7QF-3MXT was made with this e-mail address.';
    assert.ok(text.trimEnd().split('\n\n').at(-1)?.startsWith(reason));
    assert.match(
      html,
      /Message from Sauna aan het Meer:<\/p>\n<div [^>]*border-left[^>]*>\n<p [^>]*>Pay at once\./,
    );
    assert.ok(html.includes(reason));
  });

  it('says who sends the mail and why with a built-in text too', () => {
    const { text } = compose(content({ locale: 'nl' }));
    assert.doesNotMatch(text, /Bericht van/);
    const { body } = builtInText('confirmed', 'en');
    const own = { kind: 'confirmed', language: 'en', subject: 'Hi', body } as const;
    assert.doesNotMatch(
      compose(content({ ownTexts: [own] })).text,
      /Message from/,
      'only the subject is the venue’s',
    );
    assert.match(text, /Venue Booking \(book\.example\) stuurt je deze mail namens Sauna aan het Meer/);
  });

  it('links only to hosts of the venue and the platform until the operator trusts the venue', () => {
    const ownTexts = own(
      'See https://evil.com/a or bit.ly/x; www.sauna.example/parking, book.example/x',
      'Go to evil.com',
    );
    const { text, html, subject } = compose(content({ ownTexts }));
    for (const said of [text, shown(html)]) {
      assert.match(
        said,
        /https: \/\/evil\. com\/a or bit\. ly\/x; www\.sauna\.example\/parking, book\.example\/x/,
      );
      assert.doesNotMatch(said, /evil\.com|bit\.ly/);
    }
    assert.equal(subject, 'Go to evil. com');
    const trusted = compose(content({ ownTexts, contact: { linkHosts: null } }));
    assert.match(trusted.text, /https:\/\/evil\.com\/a or bit\.ly\/x/);
    assert.equal(trusted.subject, 'Go to evil.com');
    const lastRelease = compose(content({ ownTexts, contact: { linkHosts: undefined } }));
    assert.equal(lastRelease.subject, 'Go to evil.com', 'unchanged while catalog does not send the hosts');
  });

  it('makes no link from two harmless parts', () => {
    const { text } = compose(
      content({ ownTexts: own('https://{facility}, evil.{facility}'), booking: { facility: 'com' } }),
    );
    assert.match(text, /https: \/\/com, evil\. com/);
  });

  it('makes no link from names that were stored before names were checked', () => {
    const message = compose(
      content({
        booking: {
          facility: 'www.evil.com',
          customer_name: 'Log in at evil.com',
          price_lines: [
            { text: 'https://evil.com', count: 1, amount_eur: 20 },
            { text: 'Pass', count: 1, amount_eur: 5 },
          ],
        },
        contact: {
          name: 'evil.com',
          mailFromName: 'bank.evil.com',
          address: 'https://evil.com',
          phone: 'evil.com',
        },
      }),
    );
    for (const said of [message.text, shown(message.html), message.subject, message.from.name])
      assert.doesNotMatch(said, /evil\.com/);
    assert.match(message.text, /Log in at evil\. com/);
  });

  it('makes no link from a name in the calendar file', () => {
    const { uid, guestHashes: countedBy, payment, idempotencyKey, actor, ...booking } = newBooking();
    const row = {
      ...booking,
      ...{ id: 7n, revision: 0, reference: 'K7QF-3MXT', facilityName: 'Pass evil.com' },
      startsAt: new Date(booking.startsAt),
      endsAt: new Date(booking.endsAt),
    };
    const file = bookingCalendar({
      booking: row,
      contact: { name: 'Sauna', address: 'Go to evil.com', linkHosts: [] },
      ticketUrl: 'https://book.example/tickets/x',
      organizer: 'no-reply@book.example',
      attendee: null,
      now: 0,
    });
    assert.doesNotMatch(file, /evil\.com/);
    assert.match(file, /SUMMARY:Pass evil\. com – Sauna/);
    assert.match(file, /URL:https:\/\/book\.example\/tickets\/x|URL;[^:]*:https:\/\/book\.example/);
  });
});

describe('an invitation', () => {
  it('makes no link from the venue’s name, and tells strangers what to do', () => {
    const mail = composeStaffMail(
      {
        kind: 'invitation',
        to: 'ann@example.com',
        language: 'en',
        url: 'https://book.example/admin/sign-in',
        venueName: 'Your parcel: https://evil.com/x',
      },
      'no-reply@book.example',
      new Date(),
    );
    assert.equal(mail.subject, 'Your parcel: https: //evil. com/x has added you');
    for (const said of [mail.text, shown(mail.html)]) {
      assert.doesNotMatch(said, /evil\.com/);
      assert.match(said, /If you do not know Your parcel/);
    }
    assert.match(mail.text, /https:\/\/book\.example\/admin\/sign-in/);
  });
});
