import { z } from 'zod';

type Parts = {
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  shape?: z.core.$ZodShape;
  catchall?: undefined;
};

/**
 * Converts an input schema to a response schema: the same types and descriptions, without limits, patterns or
 * other checks. Data stored before a rule existed is thus still returned.
 */
export function withoutRules<T extends z.core.$ZodType>(schema: T): T {
  const { element, innerType, shape } = schema._zod.def as Parts;
  const parts: Parts = {
    ...(element && { element: withoutRules(element) }),
    ...(innerType && { innerType: withoutRules(innerType) }),
    ...(shape && {
      shape: Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, withoutRules(part)])),
      // Drop `strict`: ignore additional fields of a newer service.
      catchall: undefined,
    }),
  };
  return z.core.clone(schema, { ...schema._zod.def, ...parts, checks: [] }, { parent: true });
}
