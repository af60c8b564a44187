import type { DemoVenue } from './demoVenue.ts';

export const saunaAanHetMeer: DemoVenue = {
  venue: {
    slug: 'sauna-aan-het-meer',
    name: 'Sauna aan het Meer',
    live: true,
    change_until_hours: 24,
    min_notice_minutes: 60,
    max_advance_days: 90,
    description:
      'Een kleine sauna aan het water, met hout gestookt. Rustig, warm en met uitzicht over het meer.\n\nWe stoken met hout uit eigen bos en het meer is je dompelbad. Neem zelf badslippers en twee handdoeken mee, of huur ze bij ons. Na je sauna schenken we thee en soep in de serre.',
    business_type: 'DaySpa',
    accessibility_text:
      'De privésauna en de serre zijn drempelvrij. De saunatuin heeft een grindpad en vier treden naar het buitenbad. Er is een aangepast toilet en een parkeerplaats bij de ingang.',
    visit_info:
      'Rijd het Oeverpad af tot de houten poort. Parkeren kan links van de ingang.\n\nNeem badslippers en twee handdoeken mee.',
    follow_up_hours: 3,
    address: 'Oeverpad 7\n1234 AB Meerdam',
    phone: '085 000 0101',
    contact_email: 'info@sauna-aan-het-meer.example',
    mail_from_name: 'Sauna aan het Meer',
  },
  paysOnline: true,
  facilities: [
    {
      name: 'Privésauna De Oever',
      waiting_list: true,
      mode: 'FULL',
      capacity: 6,
      min_people: 2,
      duration_minutes: 150,
      buffer_minutes: 30,
      pricing: {
        per: 'party',
        parties: [
          { people: 2, eur: 135, each_more_eur: 42.5 },
          { people: 4, eur: 220, each_more_eur: 55 },
        ],
        rules: [
          {
            name: 'Doordeweekse middag',
            weekdays: [2, 3, 4],
            from_time: '10:00',
            to_time: '16:00',
            effect: 'multiply',
            percent: 85,
          },
          { name: 'Weekend', weekdays: [6, 7], effect: 'add', eur: 25, per: 'booking' },
          {
            name: 'Feestdagen',
            first_date: '2026-12-24',
            last_date: '2027-01-01',
            yearly: true,
            effect: 'add',
            eur: 7.5,
            per: 'person',
          },
        ],
        add_ons: [
          {
            key: 'robe',
            name: { nl: 'Badjas', en: 'Bathrobe' },
            eur: 6,
            per: 'piece',
            max: 6,
            image: '/demo/images/badjas.svg',
          },
        ],
      },
      open_days: [2, 3, 4, 5, 6, 7],
      opens_at: '10:00',
      closes_at: '01:00',
      images: ['/demo/images/privesauna.svg'],
      description:
        'Een sauna helemaal voor jezelf, met uitzicht over het meer. Finse sauna op hout, regendouche, dompelton, ' +
        'een zithoek bij de kachel en een eigen steiger. Thee, water en handdoeken liggen klaar.',
    },
    {
      name: '2-uurspas saunatuin',
      mode: 'CAPACITY',
      capacity: 24,
      max_people_per_booking: 8,
      duration_minutes: 120,
      price_eur: 19.5,
      opens_at: '10:00',
      closes_at: '22:00',
      images: ['/demo/images/saunatuin.svg'],
      description:
        'Twee uur in de saunatuin: tonsauna, kruidenbad, buitenbad van 34 graden en ligstoelen tussen de dennen. ' +
        'Badkleding is verplicht.',
    },
    {
      name: 'Nachtbad onder de sterren',
      mode: 'CAPACITY',
      capacity: 12,
      max_people_per_booking: 4,
      duration_minutes: 90,
      buffer_minutes: 30,
      price_eur: 24.5,
      open_days: [5, 6],
      opens_at: '20:00',
      closes_at: '02:00',
      images: ['/demo/images/nachtbad.svg'],
      description:
        'Op vrijdag en zaterdag blijven de warme baden tot diep in de nacht open. Met lantaarns, warme chocolademelk ' +
        'en bij helder weer de hele sterrenhemel. Vanaf 18 jaar.',
    },
  ],
  rooms: [],
  fields: [
    { key: 'telefoon', label: 'Telefoonnummer', type: 'tel', required: true },
    {
      key: 'gelegenheid',
      label: 'Is er iets te vieren?',
      type: 'select',
      required: false,
      options: ['Verjaardag', 'Vrijgezellenfeest', 'Jubileum', 'Gewoon ontspannen'],
    },
    { key: 'opmerkingen', label: 'Opmerkingen of dieetwensen', type: 'textarea', required: false },
    {
      key: 'huisregels',
      label: 'Ik heb de huisregels gelezen en ga akkoord',
      type: 'checkbox',
      required: true,
    },
  ],
  exceptions: [
    {
      facility: 'Privésauna De Oever',
      daysFromToday: 9,
      body: { closed: true, note: 'Onderhoud aan de kachel' },
    },
    { facility: '2-uurspas saunatuin', daysFromToday: 12, body: { closed: true, note: 'Personeelsdag' } },
    {
      facility: '2-uurspas saunatuin',
      daysFromToday: 20,
      body: { opens_at: '12:00', closes_at: '00:00', note: 'Lange saunanacht' },
    },
  ],
};
