/**
 * The example page, filled in.
 * @param values values for the template's `{{name}}` placeholders
 * @throws Error if the values and the template's placeholders differ
 */
export function examplePage(template: string, values: { pinned: string; integrity: string }): string {
  const left = new Set(Object.keys(values));
  const page = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`The example page has an unknown placeholder {{${name}}}.`);
    left.delete(name);
    return values[name as keyof typeof values];
  });
  if (left.size > 0) throw new Error(`The example page has no placeholder for ${[...left].join(' and ')}.`);
  return page;
}
