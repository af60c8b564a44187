import type { Facility } from '@venue-booking/proto/facility/facility';
import type { OpenHours, VenueDay } from '@venue-booking/proto/venue/venuePage';
import { isSpecial } from './sections/hoursSection.ts';
import { imagesOf, pictureOf, shownFacilities, textsOf, type VenueData, venueText } from './venueData.ts';
import type { VenueLinks } from './venueLinks.ts';

/** The venue in the vocabulary of schema.org, for search engines (https://schema.org/LocalBusiness). */

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const WEEK = 7;
const MAX_IMAGES = 10;

/** A JSON-LD document. `<` is escaped, so that no text of the venue ends the script element. */
export const structuredData = (data: VenueData): string =>
  JSON.stringify(businessOf(data))
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, ' ');

function businessOf(data: VenueData) {
  const { page, links } = data;
  const { contact, site, businessType = 'LocalBusiness', days } = page;
  const description = venueText(data, 'description').text?.trim();
  const pictures = [
    pictureOf(data) ?? [],
    shownFacilities(data).flatMap((facility) => imagesOf(data, facility)),
  ];
  const images = [...new Set(pictures.flat())];
  return {
    '@context': 'https://schema.org',
    '@type': businessType,
    '@id': `${links.home}#venue`,
    name: contact.name,
    url: links.home,
    ...(description && { description }),
    ...(images.length > 0 && { image: images.slice(0, MAX_IMAGES) }),
    ...(contact.phone && { telephone: contact.phone }),
    ...(contact.contactEmail && { email: contact.contactEmail }),
    ...(contact.address?.trim() && { address: postalAddress(contact.address) }),
    currenciesAccepted: 'EUR',
    openingHoursSpecification: days.slice(0, WEEK).flatMap(usualHours),
    specialOpeningHoursSpecification: days.filter(isSpecial).flatMap(specialHours),
    ...(site.live && {
      makesOffer: shownFacilities(data).map((facility) => offerOf(data, facility)),
      potentialAction: reserveAction(links),
    }),
  };
}

/** The parts of an address as far as its last line is a post code and a town: `1234 AB Meerdam`. */
function postalAddress(address: string) {
  const lines = address.split(/\r?\n|,/).map((line) => line.trim());
  const filled = lines.filter(Boolean);
  const [, postalCode, addressLocality] =
    /^((?:[A-Z]{1,2}-)?\d{4,5}(?: ?[A-Z]{2})?)\s+(\D+)$/.exec(filled.at(-1) ?? '') ?? [];
  if (!addressLocality || filled.length < 2)
    return { '@type': 'PostalAddress', streetAddress: filled.join(', ') };
  const streetAddress = filled.slice(0, -1).join(', ');
  return { '@type': 'PostalAddress', streetAddress, postalCode, addressLocality };
}

/** The hours of a weekday. Open all day is 00:00 to 23:59, as search engines expect. */
const usualHours = ({ date, usual }: VenueDay) =>
  usual.map((hours) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: `https://schema.org/${DAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]}`,
    ...clock(hours),
  }));

/** The hours of a date. From 00:00 to 00:00 means closed. */
const specialHours = ({ date, hours }: VenueDay) =>
  (hours.length > 0 ? hours.map(clock) : [{ opens: '00:00', closes: '00:00' }]).map((times) => ({
    '@type': 'OpeningHoursSpecification',
    ...times,
    validFrom: date,
    validThrough: date,
  }));

const clock = ({ opens_at, closes_at }: OpenHours) =>
  opens_at === closes_at ? { opens: '00:00', closes: '23:59' } : { opens: opens_at, closes: closes_at };

function offerOf(data: VenueData, facility: Facility) {
  const { links } = data;
  const { id, price, price_eur } = facility;
  const { name, description } = textsOf(data, facility);
  const isEach = !price || price.per === 'person';
  const amount = isEach ? price_eur : price.from_eur;
  const [image] = imagesOf(data, facility);
  return {
    '@type': 'Offer',
    url: `${links.home}?vb-facility=${id}`,
    itemOffered: {
      '@type': 'Service',
      name,
      ...(description.trim() && { description: description.trim() }),
      ...(image && { image }),
      provider: { '@id': `${links.home}#venue` },
    },
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceCurrency: 'EUR',
      ...(price?.varies ? { minPrice: amount } : { price: amount }),
      unitText: isEach ? 'person' : 'booking',
    },
  };
}

const reserveAction = ({ home }: VenueLinks) => ({
  '@type': 'ReserveAction',
  target: {
    '@type': 'EntryPoint',
    urlTemplate: home,
    actionPlatform: [
      'https://schema.org/DesktopWebPlatform',
      'https://schema.org/IOSPlatform',
      'https://schema.org/AndroidPlatform',
    ],
  },
  result: { '@type': 'Reservation' },
});
