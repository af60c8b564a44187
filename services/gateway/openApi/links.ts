/**
 * A link to an operation that takes values of a response. Testing tools follow links to reach all operations.
 */
export type Link = {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
};
type Path = { path: string; method: string; operationId: string };

const body = (pointer: string) => `$response.body#/${pointer}`;

/** Links from choosing a slot to the check-in of the ticket. */
const journey: Record<string, Link[]> = {
  listFacilities: ['listSlots', 'listAvailability'].map((operationId) => ({
    operationId,
    parameters: { id: body('facilities/0/id') },
  })),
  listSlots: [
    { operationId: 'checkSlot', parameters: { id: body('slots/0/id') } },
    { operationId: 'createBooking', requestBody: { slot_id: body('slots/0/id') } },
  ],
  listSlotsOfFacility: [
    { operationId: 'patchSlot', parameters: { slug: '$request.path.slug', id: body('slots/0/id') } },
    {
      operationId: 'createManualBooking',
      parameters: { slug: '$request.path.slug' },
      requestBody: { slot_id: body('slots/0/id') },
    },
  ],
  createBooking: [
    {
      operationId: 'showBooking',
      parameters: { slug: '$request.header.X-Tenant', id: body('booking/id') },
    },
    {
      operationId: 'checkInTicket',
      parameters: { slug: '$request.header.X-Tenant' },
      requestBody: { ticket: body('ticket_url') },
    },
  ],
};

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The links of an operation: those above, and from each creating call to all calls on what it creates. */
export function linksOf({ path, method, operationId }: Path, all: Path[]): Link[] {
  const own = journey[operationId] ?? [];
  if (method !== 'post') return own;
  const here = parametersOf(path);
  const onCreated = all.filter((other) => /^\/\{\w+\}(\/[^{]*)?$/.test(other.path.replace(path, '')));
  return [
    ...own,
    ...onCreated.map((other) => {
      const [name = ''] = parametersOf(other.path).slice(here.length);
      const pathParameters = here.map((one) => [one, `$request.path.${one}`]);
      return {
        operationId: other.operationId,
        parameters: Object.fromEntries([...pathParameters, [name, body(name)]]),
      };
    }),
  ];
}
