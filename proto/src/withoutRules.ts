import { z } from 'zod';

type Parts = {
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  shape?: z.core.$ZodShape;
  catchall?: undefined;
};

/**
 * A schema of input as one of answers: the same types and descriptions, but no limits, patterns or other
 * checks. What was stored before a rule was made is answered as well.
 */
export function withoutRules<T extends z.core.$ZodType>(schema: T): T {
  const { element, innerType, shape } = schema._zod.def as Parts;
  const parts: Parts = {
    ...(element && { element: withoutRules(element) }),
    ...(innerType && { innerType: withoutRules(innerType) }),
    ...(shape && {
      shape: Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, withoutRules(part)])),
      // Strict: what a newer service says beside is passed over.
      catchall: undefined,
    }),
  };
  return z.core.clone(schema, { ...schema._zod.def, ...parts, checks: [] }, { parent: true });
}
