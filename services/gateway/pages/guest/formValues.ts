/**
 * The values of a query or form with the last one of each name: the value of a checked checkbox follows its
 * hidden 0.
 */
export function lastValues(from: unknown): URLSearchParams {
  const entries = Object.entries((from ?? {}) as object).flatMap(([name, value]): [string, string][] => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof last === 'string' ? [[name, last]] : [];
  });
  return new URLSearchParams(entries);
}

/** The party of a form, unchecked: `people` or `guests.<category>`, and `add_ons.<add-on>`. */
export function partyIn(values: URLSearchParams) {
  const countsBy = (prefix: string) => {
    const names = [...values.keys()].filter((name) => name.startsWith(prefix));
    const counts = names.map((name) => [name.slice(prefix.length), Number(values.get(name))] as const);
    return names.length > 0 ? Object.fromEntries(counts) : undefined;
  };
  const [guests, addOns] = [countsBy('guests.'), countsBy('add_ons.')];
  return {
    ...(guests && { guests }),
    ...(!guests && values.has('people') && { people: Number(values.get('people')) }),
    ...(addOns && { add_ons: addOns }),
  };
}
