import type { Pricing } from '@venue-booking/proto/price/pricing';
import type { DemoVenue } from './demoVenue.ts';

/** Prices of a court, with higher ones at peak hours. */
const courtPricing = ({ eur, peakEur }: { eur: number; peakEur: number }): Pricing => {
  const peak = { effect: 'replace', eur: peakEur, per: 'booking' } as const;
  return {
    ...{ per: 'booking', eur },
    rules: [
      { name: 'Piekuren', from_time: '18:00', to_time: '22:00', ...peak },
      { name: 'Weekend', weekdays: [6, 7], ...peak },
    ],
  };
};

const COURT = { mode: 'FULL', capacity: 4, min_people: 2 } as const;

export const padelclubDeKooi: DemoVenue = {
  venue: {
    slug: 'padelclub-de-kooi',
    name: 'Padelclub De Kooi',
    live: true,
    hold_minutes: 10,
    cancel_until_hours: 12,
    max_advance_days: 60,
    description:
      'Padel voor iedereen, binnen en buiten. Boek een baan, neem een proefles of speel mee met de clinic.\n\nRackets en ballen huur je aan de bar. Er zijn kleedkamers met douches, en op het terras kijk je uit op de buitenbanen.',
    business_type: 'TennisComplex',
    accessibility_text: 'De banen en de kantine zijn drempelvrij. Er is een aangepaste kleedkamer.',
    address: 'Sportlaan 21\n5678 CD Polderwijk',
    phone: '085 000 0202',
    contact_email: 'baan@padelclub-de-kooi.example',
    mail_from_name: 'Padelclub De Kooi',
  },
  paysOnline: false,
  facilities: [
    {
      name: 'Baan 1 – overdekt',
      ...COURT,
      duration_minutes: 90,
      pricing: courtPricing({ eur: 30, peakEur: 42 }),
      opens_at: '08:00',
      closes_at: '23:00',
      images: ['/demo/images/baan-overdekt.svg'],
      description:
        'Onze panoramabaan onder dak: altijd droog, ledverlichting en blauw kunstgras. Prijs per baan.',
    },
    {
      name: 'Baan 1 – één uur',
      ...COURT,
      duration_minutes: 60,
      pricing: courtPricing({ eur: 22, peakEur: 30 }),
      opens_at: '08:00',
      closes_at: '23:00',
      images: ['/demo/images/baan-overdekt.svg'],
      description: 'Dezelfde baan onder dak, voor wie aan een uur genoeg heeft.',
    },
    {
      name: 'Baan 2 – buiten',
      ...COURT,
      duration_minutes: 90,
      price_eur: 7,
      opens_at: '09:00',
      closes_at: '22:30',
      images: ['/demo/images/baan-buiten.svg'],
      description:
        'Buitenbaan tussen de populieren, met avondverlichting. Bij vorst of storm mag je kosteloos verzetten.',
    },
    {
      name: 'Clinic voor beginners',
      mode: 'CAPACITY',
      capacity: 8,
      max_people_per_booking: 4,
      duration_minutes: 90,
      buffer_minutes: 15,
      price_eur: 17.5,
      open_days: [3, 6, 7],
      opens_at: '10:00',
      closes_at: '15:15',
      timetable: [
        {
          ...{ name: 'Zomer', from: '05-01', to: '08-31' },
          windows: [
            { days: [3, 5], starts: ['19:00'] },
            { days: [6, 7], starts: ['10:00', '12:00', '16:30'] },
          ],
        },
        {
          name: 'Rest van het jaar',
          windows: [
            { days: [3], opens_at: '13:00', closes_at: '16:15' },
            { days: [3], starts: ['19:00'] },
            { days: [6, 7], opens_at: '10:00', closes_at: '15:15' },
          ],
        },
      ],
      images: ['/demo/images/clinic.svg'],
      description:
        'In anderhalf uur leer je serveren, volleren en het spel via de wand. Met hooguit acht spelers en één trainer; ' +
        'racket en ballen zijn inbegrepen.',
    },
    {
      name: 'Gratis proefles',
      mode: 'CAPACITY',
      capacity: 6,
      max_people_per_booking: 2,
      duration_minutes: 45,
      buffer_minutes: 15,
      price_eur: 0,
      open_days: [1, 5],
      opens_at: '17:00',
      closes_at: '20:00',
      images: ['/demo/images/proefles.svg'],
      description:
        'Nog nooit gespeeld? Kom drie kwartier kennismaken. Sportschoenen aan, de rest ligt klaar.',
    },
  ],
  rooms: [{ name: 'Baan 1', facilities: ['Baan 1 – overdekt', 'Baan 1 – één uur'] }],
  fields: [
    { key: 'telefoon', label: 'Mobiel nummer', type: 'tel', required: true },
    {
      key: 'niveau',
      label: 'Speelniveau',
      type: 'select',
      required: true,
      options: ['Beginner (9)', 'Recreatief (7–8)', 'Gevorderd (5–6)', 'Wedstrijdspeler (1–4)'],
    },
    { key: 'teamnaam', label: 'Naam op het scorebord', type: 'text', required: false },
    { key: 'rackets', label: 'Wij lenen rackets van de club (gratis)', type: 'checkbox', required: false },
  ],
  exceptions: [
    {
      facility: 'Baan 1 – overdekt',
      daysFromToday: 8,
      body: { opens_at: '08:00', closes_at: '14:00', note: 'Clubtoernooi in de middag' },
    },
    { facility: 'Baan 2 – buiten', daysFromToday: 13, body: { closed: true, note: 'Nieuw kunstgras' } },
  ],
};
