import type { AdminCall } from '@venue-booking/proto/admin/adminCall';

/** The field of a response that names the changed object, by kind. No field may hold a guest's data. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ operator: 'email', 'operator-token': 'name' },
  ...{ facility: 'name', room: 'name', token: 'name', 'series-code': 'name', person: 'email' },
  ...{ booking: 'reference', payment: 'reference', 'check-in': 'reference', invoice: 'number' },
  ...{ 'payment-account': 'provider', connection: 'provider' },
};

/**
 * What a call changes, without personal data of guests: the name of an object of the venue, the number of a
 * booking, or the parameters of the path. Null if the path has none.
 */
export function targetOf(
  { kind, call, input }: { kind: string; call: Pick<AdminCall, 'of'>; input: object },
  answer?: unknown,
): string | null {
  const parameters = Object.keys(call.of.shape).filter((name) => name !== 'slug');
  const inPath = parameters.map((name) => {
    const value = (input as Record<string, unknown>)[name];
    return name === 'id' && typeof value === 'number' ? `#${value}` : String(value);
  });
  const name = nameIn(answer, kind) ?? nameIn(input, kind);
  if (name === null) return inPath.join(' ') || null;
  // The name replaces the id; a day of a facility stays.
  return [name, ...inPath.filter((_, at) => parameters[at] !== 'id')].join(' ');
}

function nameIn(from: unknown, kind: string): string | null {
  const key = NAMES[kind];
  const value = key && (from as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'string' && value !== '' ? value : null;
}
