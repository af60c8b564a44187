import type { Locale } from '@venue-booking/proto/primitives';

type Words = Record<Locale, string>;

/** What fields are called where the form does not say it. */
export const fieldNames: Record<string, Words> = {
  allowed_origins: { en: 'Websites', nl: 'Websites' },
  body: { en: 'Text', nl: 'Tekst' },
  buffer_minutes: { en: 'Break', nl: 'Pauze' },
  capacity: { en: 'Places', nl: 'Plaatsen' },
  closes_at: { en: 'End', nl: 'Einde' },
  customer_email: { en: 'E-mail address', nl: 'E-mailadres' },
  customer_name: { en: 'Name', nl: 'Naam' },
  dates: { en: 'Days', nl: 'Dagen' },
  description: { en: 'Description', nl: 'Omschrijving' },
  domains: { en: 'Domains', nl: 'Domeinen' },
  duration_minutes: { en: 'Minutes', nl: 'Minuten' },
  email: { en: 'E-mail address', nl: 'E-mailadres' },
  events: { en: 'Events', nl: 'Gebeurtenissen' },
  facilities: { en: 'Facilities', nl: 'Faciliteiten' },
  from: { en: 'From', nl: 'Van' },
  from_time: { en: 'From', nl: 'Van' },
  images: { en: 'Images', nl: 'Afbeeldingen' },
  max_people_per_booking: { en: 'Largest party', nl: 'Grootste groep' },
  min_people: { en: 'Smallest party', nl: 'Kleinste groep' },
  name: { en: 'Name', nl: 'Naam' },
  note: { en: 'Note', nl: 'Notitie' },
  open_days: { en: 'Open on', nl: 'Open op' },
  opens_at: { en: 'Start', nl: 'Begin' },
  people: { en: 'People', nl: 'Personen' },
  price_eur: { en: 'Price', nl: 'Prijs' },
  slug: { en: 'Address name', nl: 'Adresnaam' },
  subject: { en: 'Subject', nl: 'Onderwerp' },
  timetable: { en: 'Timetable', nl: 'Rooster' },
  to: { en: 'To', nl: 'Tot' },
  to_time: { en: 'To', nl: 'Tot' },
  token: { en: 'Token', nl: 'Token' },
  url: { en: 'Address', nl: 'Adres' },
};

const say = (pattern: RegExp, en: string, nl: string): [RegExp, Words] => [pattern, { en, nl }];

/**
 * What the server's checks say, and how people say it: the first that fits counts. `$1` is what it found.
 */
export const problemWords: readonly [RegExp, Words][] = [
  say(/^is required$/, 'must be filled in', 'moet ingevuld zijn'),
  say(/^must not be empty$|string to have >=1 characters$/, 'must not be empty', 'mag niet leeg zijn'),
  say(
    /string to have >=(\d+) characters$/,
    'must have at least $1 characters',
    'moet minstens $1 tekens hebben',
  ),
  say(
    /string to have <=(\d+) characters$/,
    'must have at most $1 characters',
    'mag hooguit $1 tekens hebben',
  ),
  say(
    /^must have at most (\d+) characters$/,
    'must have at most $1 characters',
    'mag hooguit $1 tekens hebben',
  ),
  say(/array to have >=(\d+) items$/, 'needs at least $1', 'heeft er minstens $1 nodig'),
  say(/array to have <=(\d+) items$/, 'takes at most $1', 'mag er hooguit $1 hebben'),
  say(/^Too small: expected \w+ to be >=(\S+)$/, 'must be at least $1', 'moet minstens $1 zijn'),
  say(/^Too big: expected \w+ to be <=(\S+)$/, 'must be at most $1', 'mag hooguit $1 zijn'),
  say(/^Too small: expected \w+ to be >(\S+)$/, 'must be more than $1', 'moet meer dan $1 zijn'),
  say(/^Too big: expected \w+ to be <(\S+)$/, 'must be less than $1', 'moet minder dan $1 zijn'),
  say(
    /multiple of 0\.01$|^must have at most two decimals$/,
    'takes two decimals',
    'mag twee decimalen hebben',
  ),
  say(/^must be a whole number$/, 'must be a whole number', 'moet een heel getal zijn'),
  say(/^must be a number$/, 'must be a number', 'moet een getal zijn'),
  say(/^must be text$/, 'must be text', 'moet tekst zijn'),
  say(/^Invalid option: expected one of (.+)$/, 'must be one of $1', 'moet een van deze zijn: $1'),
  say(
    /^must be an e-mail address$|^Invalid email address$/,
    'must be an e-mail address',
    'moet een e-mailadres zijn',
  ),
  say(/^must be a time of day/, 'must be a time, such as 09:30', 'moet een tijd zijn, zoals 09:30'),
  say(/^must be a date that exists/, 'must be a day that exists', 'moet een dag zijn die bestaat'),
  say(/^must be a (?:date )?from 1900 on$/, 'must be from 1900 on', 'moet vanaf 1900 zijn'),
  say(/^must be an IANA time zone/, 'must be a time zone', 'moet een tijdzone zijn'),
  say(/^must be a URL$|^Invalid URL$/, 'must be a web address', 'moet een webadres zijn'),
  say(/^must be an http\(s\) address/, 'must be a web address', 'moet een webadres zijn'),
  say(
    /^must be lower-case letters, digits and inner hyphens, at most (\d+)$/,
    'takes a to z, digits and hyphens inside, at most $1',
    'mag a tot z, cijfers en streepjes erin hebben, hooguit $1',
  ),
  say(/^must start with https:\/\/$/, 'must begin with https://', 'moet met https:// beginnen'),
  say(
    /^must be an origin/,
    'must be a website such as https://example.com',
    'moet een website zijn, zoals https://example.com',
  ),
  say(
    /^must be a host name|^must be a domain name/,
    'must be a domain such as book.example.com',
    'moet een domein zijn, zoals boeken.example.com',
  ),
  say(/^its host name does not resolve$/, 'does not exist on the internet', 'bestaat niet op het internet'),
  say(/^must not contain invisible characters$/, 'has invisible characters', 'heeft onzichtbare tekens'),
  say(
    /^must be on one line, without invisible characters/,
    'must be on one line, without invisible characters or ones that turn text around',
    'moet op één regel staan, zonder onzichtbare tekens of tekens die tekst omdraaien',
  ),
  say(/^must not (?:name|use) .+ twice$/, 'has something twice', 'heeft iets dubbel'),
  say(/^must not be above (\w+)$/, 'must not be above: $1', 'mag niet meer zijn dan: $1'),
  say(
    /^must not end before it begins/,
    'must not end before it begins',
    'mag niet eindigen voordat het begint',
  ),
  say(/^must name at least one event$/, 'choose at least one', 'kies er minstens één'),
  say(/^a select needs options/, 'a choice needs answers', 'een keuze heeft antwoorden nodig'),
  say(/^(\S+) belongs to the platform itself$/, '$1 is the platform’s own', '$1 is van het platform zelf'),
  say(/^[Aa] venue has at most (\d+)/, 'A venue has at most $1', 'Een locatie heeft er hooguit $1'),
  say(
    /^A person belongs to at most (\d+)/,
    'A person has at most $1 venues',
    'Iemand heeft hooguit $1 locaties',
  ),
  say(/^at most (\d+) slots at once$/, 'At most $1 times at once', 'Hooguit $1 tijden tegelijk'),
  say(/^the guest of this booking has been/, 'The guest has been erased', 'De gast is gewist'),
  say(/^the booking has no e-mail/, 'The guest gave no e-mail address', 'De gast gaf geen e-mailadres'),
  say(/^the webhook is not active$/, 'The webhook is switched off', 'De webhook staat uit'),
  say(/^and (\d+) more$/, 'and $1 more', 'en nog $1'),
];
