import { type AuditRecord, MAX_AUDIT_VALUE } from '@venue-booking/proto/reports/auditEntry';

/** Never recorded: secrets, free text about a day, and what only addresses or confirms the call. */
const OMITTED = new Set([
  'slug',
  'id',
  'date',
  'force',
  'credentials',
  'secret',
  'note',
  'url',
  'keep',
  'notify',
]);

/** The settings of an input whose values changed. @param before the object before the change, if known */
export function changesOf(input: object, before: unknown, answer: unknown): AuditRecord['changes'] {
  const valueIn = (from: unknown, field: string): unknown =>
    from && typeof from === 'object' && Object.hasOwn(from, field)
      ? (from as Record<string, unknown>)[field]
      : undefined;
  return Object.entries(input).flatMap(([field, given]) => {
    if (OMITTED.has(field) || given === undefined) return [];
    const after = textOf(valueIn(answer, field) ?? given);
    const was = textOf(valueIn(before, field));
    return was === after ? [] : [{ field, before: was, after }];
  });
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_AUDIT_VALUE ? `${text.slice(0, MAX_AUDIT_VALUE - 1).toWellFormed()}…` : text;
}
