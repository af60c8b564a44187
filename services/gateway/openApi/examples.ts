type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  example?: unknown;
  examples?: unknown[];
};
type Parameter = { name: string; required?: boolean; schema?: Schema; example?: unknown };

/**
 * Example values by the name of a field or parameter, from which tools build complete examples. `addExamples`
 * takes the first value that fits the schema. All examples show one booking of two places at a sauna.
 */
const EXAMPLES: Record<string, readonly unknown[]> = {
  absent: [0],
  accessibility_text: ['The sauna is on the ground floor. There is a ramp at the back door.'],
  accent: ['#0b6660'],
  account: ['Badhuis BV'],
  action: ['moved'],
  actor: ['owner'],
  address: ['Kade 1, 3511 AB Utrecht'],
  after: ['2026-12-05T10:00'],
  allowed_origins: [['https://www.example.com']],
  amount_eur: [25],
  arrived: [2],
  at: ['2026-12-05T08:58:00.000Z'],
  attempts: [1],
  before: ['2026-12-05T09:00', 20],
  body: ['See you on {day} at {time}!'],
  booked: [8],
  booked_eur: [1250],
  booking_day: ['2026-12-05'],
  booking_id: [1041],
  booking_reference: ['K7QF-3MXT'],
  bookings: [48],
  buffer_minutes: [15],
  business_type: ['DaySpa'],
  by: ['person desk@example.com'],
  cancel_until: ['2026-12-04T10:00'],
  cancel_until_hours: [24],
  cancelled: [3],
  cancelled_bookings: [2],
  capacity: [20],
  categories: [['adult']],
  category: ['adult'],
  change_until: ['2026-12-04T10:00'],
  change_until_hours: [24],
  changed_days: [7],
  changed_slots: [12],
  check_in_from: ['2026-12-05T07:00:00.000Z'],
  check_in_from_hours: [2],
  checkout_url: ['https://book.example.com/pay/example'],
  client_reference: ['newsletter-may'],
  closes_at: ['22:00'],
  contact_email: ['hello@example.com'],
  count: [1],
  created_at: ['2026-12-01T09:15:00.000Z'],
  customer_email: ['anna@example.com'],
  customer_name: ['Anna Jansen'],
  date: ['2026-12-05'],
  dates: [['2026-12-25', '2026-12-26']],
  day_start: ['06:00'],
  dead_letters: [0],
  de: ['Erwachsene'],
  default_body: ['See you on {day} at {time}!'],
  default_subject: ['Your booking at {venue}'],
  delivered_at: ['2026-12-01T09:15:02.000Z'],
  delivery_id: ['a3c1f4c0-6b0e-4f0c-9a55-0d2f7a2b6f11'],
  days: [[1, 2, 3, 4, 5], 30],
  deposit: [{ percent: 25, from_eur: 60, rest: 'venue' }],
  deposit_eur: [33.75],
  description: ['Sauna, steam bath and a room to rest.'],
  desk_eur: [25],
  detail: ['The provider refused the refund.'],
  device: ['Front desk'],
  domain: ['book.example.com'],
  domains: [['book.example.com']],
  duration_minutes: [60],
  each_more_eur: [42.5],
  effect: ['multiply'],
  email: ['anna@example.com'],
  emails: [['hello@example.com']],
  en: ['Adult'],
  ends_at: ['2026-12-05T11:00'],
  ends_at_offset: ['2026-12-05T11:00:00+01:00'],
  erased_bookings: [2],
  eur: [135],
  error: ['connection refused'],
  events: [['booking.created', 'booking.cancelled']],
  facilities: [[1]],
  facility: ['Sauna'],
  facility_id: [1],
  first_date: ['2026-12-24'],
  focus: [{ x: 0.5, y: 0.4 }],
  fr: ['Adulte'],
  free: [12],
  fixed_eur: [20],
  from_eur: [121.5],
  from_hours_ahead: [168],
  from_people: [7],
  from: ['2026-12-01', 2],
  from_time: ['10:00'],
  height: [800],
  hold_minutes: [15],
  hour: [10],
  hours_ahead: [48],
  html: ['<p>See you on Saturday 5 December at 10:00!</p>'],
  id: [1, '0b6f3d5e-2f7a-4f3c-8a54-7a0f6f1c9d42'],
  image: ['https://book.example.com/images/towel.webp'],
  images: [['https://book.example.com/images/sauna.webp']],
  kept_by_rules_eur: [12.5],
  kept_eur: [12.5],
  key: ['company'],
  kind: ['confirmed', 'refund_failed', 'payment'],
  label: ['Company'],
  last_date: ['2027-01-01'],
  last_error: ['status 500'],
  last_used_at: ['2026-12-01T09:15:00.000Z'],
  least_eur: [50],
  left: [6],
  left_bookings: [0],
  linked_at: ['2026-11-02T14:00:00.000Z'],
  locale: ['en'],
  logo: ['https://book.example.com/images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/1600.webp'],
  made_at: ['2026-12-05T06:00:00.000Z'],
  mail_from_name: ['Badhuis'],
  max: [4],
  max_advance_days: [90],
  max_coming_bookings_per_address: [10],
  max_coming_bookings_per_email: [5],
  max_coming_bookings_per_network: [50],
  max_open_holds_per_address: [3],
  max_open_holds_per_email: [3],
  max_open_holds_per_network: [30],
  max_people_per_booking: [6],
  method: ['cash'],
  min: [0],
  min_notice_minutes: [60],
  min_people: [1],
  minutes: [60],
  moved_at: ['2026-12-05T09:58'],
  name: ['Sauna'],
  next_attempt_at: ['2026-12-01T09:16:00.000Z'],
  nl: ['Volwassene'],
  no_shows: [1],
  note: ['Comes a little later'],
  occupancy: [0.4],
  offered: [120],
  open_days: [[1, 2, 3, 4, 5, 6, 7]],
  opens_at: ['09:00'],
  open_eur: [25],
  options: [['Yes', 'No']],
  outcome: ['checked_in'],
  paid_at: ['2026-12-01T09:16:30.000Z'],
  paid_eur: [25],
  pay_until: ['2026-12-01T09:30'],
  payment_id: ['4d0a8c0e-56a8-4b6e-8d3b-8cf2c6a5d9e7'],
  payment_status: ['paid'],
  people: [2],
  per: ['booking'],
  percent: [50],
  phone: ['030 123 45 67'],
  picture: ['https://book.example.com/images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/1600.webp'],
  placeholders: [['venue', 'facility', 'day', 'time']],
  platform_fee_eur: [0.5],
  platform_fee_fixed_eur: [0.25],
  platform_fee_percent: [1],
  previous_status: ['pending_payment'],
  primary_domain: ['book.example.com'],
  price_eur: [12.5],
  private_slots: [['2026-12-05T10:00']],
  proof_asked: [13],
  proof_brought: [12],
  provider_id: ['tr_example'],
  provider_refund_id: ['re_example'],
  quote: ['example-quote'],
  quote_minutes: [15],
  radius: [12],
  reason: ['The sauna was cold', 'owner', 'full'],
  record: ['_venue-booking.book.example.com'],
  redirect_origins: [['https://www.example.com']],
  reference: ['K7QF-3MXT'],
  refund_eur: [0],
  refund_on_cancel_eur: [25],
  refund_tiers: [
    [
      { until_hours: 48, percent: 100 },
      { until_hours: 24, percent: 50 },
    ],
  ],
  refused_by_cap: [0],
  refused_by_hour: [2],
  refunded_eur: [0],
  refunds_eur: [25],
  reply_to: ['hello@example.com'],
  rest: ['venue'],
  rest_eur: [101.25],
  resolved_at: ['2026-12-02T10:00:00.000Z'],
  resolved_by: ['owner'],
  response_status: [200],
  retain_days: [365],
  revenue_eur: [1225],
  room_id: [1],
  rooms: [[3, 4]],
  scan_id: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  scanned_at: ['2026-12-05T08:58:00.000Z'],
  secret: ['whsec_example'],
  sent_at: ['2026-12-01T09:15:01.000Z'],
  service: ['booking'],
  slot_id: [137852828],
  slug: ['badhuis'],
  starts_at: ['2026-12-05T10:00'],
  starts_at_offset: ['2026-12-05T10:00:00+01:00'],
  starts_at_utc: ['2026-12-05T09:00Z'],
  state: ['found'],
  status: ['confirmed', 'paid', 'delivered', 'succeeded'],
  starts: [['10:00', '13:30', '19:00']],
  subject: ['Your booking at {venue}'],
  taken_by: [[137852828]],
  terms_url: ['https://www.example.com/terms'],
  text: ['See you on Saturday 5 December at 10:00!'],
  ticket: ['https://book.example.com/ticket/example'],
  ticket_url: ['https://book.example.com/ticket/example'],
  till_day: ['2026-12-05'],
  time: ['10:00'],
  timestamp: ['2026-12-01T09:15:00.000Z'],
  timetable: [
    [
      {
        name: 'Summer',
        ...{ from: '05-01', to: '09-30' },
        windows: [{ days: [1, 2, 3, 4, 5, 6, 7], opens_at: '09:00', closes_at: '22:00' }],
      },
      {
        windows: [
          { days: [1, 2, 3, 4, 5], opens_at: '09:00', closes_at: '12:00' },
          { days: [1, 2, 3, 4, 5], opens_at: '17:00', closes_at: '22:00' },
          { days: [6, 7], starts: ['10:00', '13:30', '19:00'] },
        ],
      },
    ],
  ],
  timezone: ['Europe/Amsterdam'],
  holidays: [
    [
      { on: '12-25', closed: true, note: 'Christmas' },
      { on: 'easter+1', opens_at: '10:00', closes_at: '16:00' },
    ],
  ],
  on: ['12-25'],
  to: ['2026-12-31', 2],
  to_hours_ahead: [24],
  to_people: [12],
  to_time: ['12:00'],
  to_return_eur: [25],
  today: ['2026-12-05'],
  token: ['example-token'],
  total_eur: [135],
  totals_eur: [[135, 135, 177.5, 220]],
  upcoming_bookings: [1],
  updated_at: ['2026-11-20T10:00:00.000Z'],
  until: ['2026-12-04T10:00'],
  until_hours: [24],
  url: ['https://www.example.com/hook'],
  valid_until: ['2026-12-01T09:30:00.000Z'],
  value: ['venue-booking=example'],
  vat_eur: [2.06],
  vat_percent: [9],
  venue_id: [1],
  waits_for: ['recipients'],
  weekday: [6],
  weekdays: [[6, 7]],
  what: ['starts_at'],
  width: [1200],
  x: [0.5],
  y: [0.4],
};

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /(Z|[+-]\d\d:\d\d)$/,
  uuid: /^[\da-f]{8}-/,
  uri: /^https:/,
  email: /@/,
};
const kinds: Record<string, (value: unknown, schema: Schema) => boolean> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value, { format = '' }) => typeof value === 'string' && (FORMATS[format]?.test(value) ?? true),
  object: (value) => typeof value === 'object' && value !== null,
  array: (value, { items = {} }) => Array.isArray(value) && value.every((it) => fits(it, items)),
};

/** Whether a value has the type of a schema. The OpenAPI linters check the other constraints. */
function fits(value: unknown, schema: Schema): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.anyOf) return schema.anyOf.some((one) => fits(value, one));
  return [schema.type ?? []].flat().some((type) => kinds[type]?.(value, schema));
}

const exampleOf = (name: string, schema: Schema): unknown =>
  EXAMPLES[name]?.find((value) => fits(value, schema));

/**
 * Adds the example of its name to each field and each required parameter without an example. Optional
 * parameters get none, because API consoles would fill them in.
 */
export function addExamples(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties = {} } = node as Schema;
  for (const [name, schema] of Object.entries(properties)) {
    const { example = exampleOf(name, schema), ...rest } = schema;
    if (example === undefined || schema.examples) continue;
    properties[name] = { ...rest, examples: [example] };
  }
  const { name, schema, required, example } = node as Parameter;
  if (name && schema && required) {
    const found = example ?? schema.example ?? exampleOf(name, schema);
    delete schema.example;
    if (found !== undefined) (node as Parameter).example = found;
  }
  for (const inner of Object.values(node)) addExamples(inner);
}
