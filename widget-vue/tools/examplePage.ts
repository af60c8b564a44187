/**
 * The page to copy, with the script that it goes with.
 * @param values what stands in the template as `{{name}}`
 * @throws Error when one of them is not in the template, or the template has another
 */
export function examplePage(template: string, values: { pinned: string; integrity: string }): string {
  const left = new Set(Object.keys(values));
  const page = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`The page to copy has {{${name}}}, which nothing fills in.`);
    left.delete(name);
    return values[name as keyof typeof values];
  });
  if (left.size > 0) throw new Error(`The page to copy goes without ${[...left].join(' and ')}.`);
  return page;
}
