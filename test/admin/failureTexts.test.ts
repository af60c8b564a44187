import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { NewFacility } from '@venue-booking/proto/facility/facility';
import { NewVenue } from '@venue-booking/proto/venue/venue';
import { describe, it } from 'vitest';
import { failurePatterns } from '../../admin-vue/src/api/failurePatterns.ts';
import { readFailure } from '../../admin-vue/src/api/readFailure.ts';
import { de } from '../../admin-vue/src/texts/de.ts';
import { en } from '../../admin-vue/src/texts/en.ts';
import { fr } from '../../admin-vue/src/texts/fr.ts';
import { nl } from '../../admin-vue/src/texts/nl.ts';
import { NOT_PUBLIC } from '../../services/booking/webhooks/receiverUrl.ts';

const facility = {
  name: 'Sauna',
  mode: 'FULL',
  capacity: 6,
  duration_minutes: 60,
  opens_at: '10:00',
  closes_at: '22:00',
};

/** The server's validation message for a field with this value. */
function said(
  schema: typeof NewFacility | typeof NewVenue,
  base: object,
  field: string,
  value: unknown,
): string {
  const { error } = schema.safeParse({ ...base, [field]: value });
  assert.ok(error, `${field}: ${value} is rejected`);
  return `${describeIssues(error)}.`;
}

const root = path.join(import.meta.dirname, '..', '..');
const MESSAGE = /'(must (?:be|not|have|give|go|name|start|hold) [^'\n]+)'/g;
/** Files without messages for the dashboard. Only the CLI imports venues (`transfer`). */
const NOT_FOR_DASHBOARD = /(^|\/)(gen|testing|transfer|node_modules)\/|\.test\.ts$/;
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !NOT_FOR_DASHBOARD.test(file),
  );
/** The validation messages in the schemas of a folder. */
const messagesIn = (folder: string): string[] =>
  filesIn(folder)
    .flatMap((file) => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(MESSAGE)])
    .map(([, text = '']) => text);
const DETAIL = /fail\('validation', \{\s*detail:\s*(?:'([^'\n]+)'|`([^`\n]+)`)/g;
/** The details of the rejected requests in a folder; `3` replaces each value. */
const detailsIn = (folder: string): string[] =>
  filesIn(folder)
    .flatMap((file) => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(DETAIL)])
    .map(([, text = '', template = '']) => text || template.replaceAll(/\$\{[^}]+\}/g, '3'));
/** Details that no form of the dashboard can cause, or whose value is a message of a schema. */
const FROM_PROGRAMS =
  /^(?:`|outcome|quote|kept_eur|key|price_eur|plan: there|Idempotency-Key|url: 3|credentials: 3|return_url|account: is none)/;
/**
 * Excluded: messages about values that the page generates, about server settings, and about parts of a rule.
 */
const FOR_PROGRAMS =
  /`|others$|base64url|secret|underscores|^must be (?:text, |\{)|\bsk_|\bapp_|whsec_|infobip|number of days$|^must be 1 to 11 letters/;

describe('validation messages', () => {
  it('name the item of a list with its number, and each failure once', () => {
    const text =
      'pricing.categories.0.name.nl: must not be empty; pricing.categories.0.name.nl: must not be empty; ' +
      'pricing.add_ons.1.eur: must be at least 0; timetable.2: must be text; fields.0.label: must not be empty.';
    assert.equal(
      readFailure(text, en).message,
      'Guest category 1, Name in Dutch: must not be empty; Extra 2, Price: must be at least 0; ' +
        'Season 3: must be text; Question 1, Question: must not be empty.',
    );
    assert.match(
      readFailure(text, nl).message,
      /^Gastcategorie 1, Naam in het Nederlands: mag niet leeg zijn;/,
    );
  });

  it('are shown at their field in the language of the dashboard', () => {
    const wrong: [string, unknown, string][] = [
      ['name', '', 'mag niet leeg zijn'],
      ['name', 'x'.repeat(300), 'mag hooguit 200 tekens hebben'],
      ['name', undefined, 'moet ingevuld zijn'],
      ['capacity', 0, 'moet minstens 1 zijn'],
      ['capacity', 1e9, 'mag hooguit 100000 zijn'],
      ['capacity', 1.5, 'moet een heel getal zijn'],
      ['capacity', '', 'moet een getal zijn'],
      ['price_eur', 1.234, 'mag hooguit twee decimalen hebben'],
      ['opens_at', '10', 'moet een tijd zijn, zoals 09:30'],
      ['open_days', [1, 1], 'mag geen dubbele waarden bevatten'],
    ];
    for (const [field, value, words] of wrong)
      assert.equal(readFailure(said(NewFacility, facility, field, value), nl).failures[field], words);
    const rule = { name: 'Weekend', effect: 'add', eur: 5, per: 'person' };
    for (const [wrongRule, key, words] of [
      [
        { first_date: '2026-12-02', last_date: '2026-12-01' },
        'last_date',
        'mag niet voor de eerste dag liggen (regel 1)',
      ],
      [{ from_time: '10:00', to_time: '10:00' }, 'to_time', 'moet verschillen van de eerste tijd (regel 1)'],
      [
        { from_people: 4, to_people: 2 },
        'to_people',
        'mag niet lager zijn dan het eerste aantal personen (regel 1)',
      ],
      [
        { from_hours_ahead: 4, to_hours_ahead: 4 },
        'to_hours_ahead',
        'moet hoger zijn dan het eerste aantal uren (regel 1)',
      ],
    ] as const) {
      const pricing = { per: 'person', eur: 10, rules: [{ ...rule, ...wrongRule }] };
      const { failures } = readFailure(said(NewFacility, facility, 'pricing', pricing), nl);
      assert.deepEqual(failures, { [`pricing.rules.0.${key}`]: words });
    }
    const twice = { per: 'party', parties: [2, 2].map((people) => ({ people, eur: 10 })), rules: [] };
    assert.deepEqual(readFailure(said(NewFacility, facility, 'pricing', twice), nl).failures, {
      'pricing.parties.1.people': 'moet een ander aantal zijn dan in de andere regels',
    });
    const venue = { slug: 'sauna', name: 'Sauna' };
    const origin = said(NewVenue, venue, 'allowed_origins', ['nowhere']);
    assert.deepEqual(Object.keys(readFailure(origin, en).failures), ['allowed_origins.0']);
    const zone = said(NewVenue, venue, 'timezone', 'Europe/Nowhere');
    assert.equal(readFailure(zone, nl).failures.timezone, 'moet een tijdzone zijn');
  });

  it('are one sentence with the names of the fields', () => {
    const { message } = readFailure('name: is required; min_people must not be above capacity.', nl);
    assert.equal(
      message,
      'Naam: moet ingevuld zijn; Minimale groepsgrootte: mag niet groter zijn dan ‘Plaatsen per tijdslot’.',
    );
  });

  it('have a translation for every check that an owner can fail', () => {
    const checks = [
      ...[
        'proto/src',
        'domain',
        'services/catalog',
        'services/booking',
        'services/payment/providers',
      ].flatMap(messagesIn),
      'credentials: account_id: must be the id of an account (acct_…)',
      'timezone: is not known to the database of this server',
      'rooms: the venue has no such room',
      'url: its port must be 443, or 1024 and up',
      'url: its host name does not resolve',
      `url: ${NOT_PUBLIC}`,
      'at most 1000 days of facilities at once',
    ];
    assert.ok(checks.length > 40, 'the checks exist');
    const english = checks.filter((check) => {
      const text = `${check}.`;
      return !FOR_PROGRAMS.test(check) && [nl, de, fr].some((t) => readFailure(text, t).message === text);
    });
    assert.deepEqual(english, []);
  });

  it('have a translation for every rejected change that an owner can cause', () => {
    const checks = detailsIn('services').filter((detail) => !FROM_PROGRAMS.test(detail));
    assert.ok(checks.length > 12, 'the checks exist');
    const english = checks.filter((check) =>
      [nl, de, fr].some((t) => readFailure(`${check}.`, t).message.endsWith(`${check}.`)),
    );
    assert.deepEqual(english, []);
  });

  it('stay in English without a translation', () => {
    const text = 'weather.0: must be fine; Something else.';
    const { message, failures } = readFailure(text, nl);
    assert.deepEqual({ message, failures }, { message: text, failures: { 'weather.0': 'must be fine' } });
  });

  it('only refer to groups that their patterns have', () => {
    for (const [pattern, key] of failurePatterns)
      for (const { failures } of [en, nl, de, fr]) {
        const text = failures[key];
        const groups = new RegExp(`${pattern.source}|`).exec('')?.length ?? 0;
        for (const [, at] of text.matchAll(/\$(\d)/g)) assert.ok(Number(at) < groups, `${pattern}: ${text}`);
      }
  });
});
