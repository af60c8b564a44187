import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { content } from '../../testing/testContent.ts';
import { compose } from './compose.ts';

const reminder = content({ kind: 'reminder' });

describe('the reminder of a visit', () => {
  it('has what guests should know in a frame that names the venue, below the details', () => {
    const visitInfo = ['Park at the gate.\n\nBring a towel.', 'Court 2 is upstairs.'];
    const { text, html } = compose({ ...reminder, visitInfo });
    assert.match(
      text,
      /Good to know, from Sauna aan het Meer:\n\nPark at the gate\.\n\nBring a towel\.\n\nCourt 2/,
    );
    assert.ok(
      text.indexOf('Park at') > text.indexOf('Number') && text.indexOf('Park at') < text.indexOf('https://'),
    );
    assert.match(html, /border-left:3px solid[^>]*>\n<p[^>]*>Park at the gate\.<\/p>/);
  });

  it('escapes that text, and makes links to other websites inert', () => {
    const { text, html } = compose({
      ...content({ kind: 'reminder', contact: { linkHosts: [] } }),
      visitInfo: ['</div><script>alert(1)</script> https://evil.example/pay'],
    });
    assert.doesNotMatch(html, /<script>alert|href="https:\/\/evil/);
    assert.doesNotMatch(`${text}${html}`, /https:\/\/evil\.example/);
  });

  it('states until when the guest can change and cancel, and offers it only then', () => {
    const until = { change: '2030-06-02T10:00', cancel: '2030-06-01T09:00' };
    const open = compose({ ...reminder, until }).text;
    assert.match(open, /change your booking online until .*10:00/);
    assert.match(open, /cancel online until .*09:00/);
    assert.match(open, /View or cancel your booking/);
    const late = compose({ ...reminder, until: { change: null, cancel: null } }).text;
    assert.doesNotMatch(late, /online until|or cancel/);
    assert.match(late, /View your booking/);
  });
});

describe('the follow-up of a visit', () => {
  it('has a button to the page for reviews, if the venue has one', () => {
    const followUp = content({ kind: 'follow_up' });
    const url = 'https://sauna.example/reviews?a=1&b="2"';
    const { html, text } = compose({ ...followUp, reviewUrl: url });
    assert.match(html, /class="button" href="https:\/\/sauna\.example\/reviews\?a=1&amp;b=&quot;2&quot;"/);
    assert.ok(text.includes(url));
    assert.doesNotMatch(compose({ ...followUp, reviewUrl: null }).text, /Write a review/);
    // Other mail has no such button.
    assert.doesNotMatch(compose({ ...reminder, reviewUrl: url }).text, /Write a review/);
  });
});

describe('the mail about a series', () => {
  const date = (day: string, changes = {}) => {
    const { booking, ticketUrl } = content({
      booking: { starts_at: `${day}T10:00`, ends_at: `${day}T11:00`, ...changes },
    });
    return { booking, ticketUrl };
  };
  const towels = { add_ons: [{ key: 'towel', name: { en: 'Towel' }, count: 2 }] };

  it('names the party and the add-ons once if all dates have the same', () => {
    const dates = [date('2030-06-03', towels), date('2030-06-10', towels)];
    const { text } = compose(content({ booking: towels, dates }));
    assert.match(text, /People: +2\n/);
    assert.equal(text.match(/2 × Towel/g)?.length, 1);
  });

  it('names the party of each date if they differ', () => {
    const dates = [date('2030-06-03', towels), date('2030-06-10', { people: 5 })];
    const { text } = compose(content({ booking: towels, dates }));
    assert.doesNotMatch(text, /People:/);
    assert.match(text, /10:00–11:00 · 2 people, 2 × Towel · K7QF/);
    assert.match(text, /10:00–11:00 · 5 people · K7QF/);
  });
});
