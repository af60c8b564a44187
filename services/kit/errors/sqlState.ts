/** Yields an error and its causes, including Prisma's driver errors. */
export function* causesOf(error: unknown): Generator<Record<string, unknown>> {
  for (let cause: unknown = error, depth = 0; cause && typeof cause === 'object' && depth < 6; depth++) {
    yield cause as Record<string, unknown>;
    const { meta } = cause as { meta?: { driverAdapterError?: unknown } };
    cause = meta?.driverAdapterError ?? (cause as Error).cause;
  }
}

/** Returns the SQLSTATE of a PostgreSQL or Prisma error, or null. */
export function sqlStateOf(error: unknown): string | null {
  for (const { originalCode, code } of causesOf(error)) {
    if (typeof originalCode === 'string') return originalCode;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P')) return code;
  }
  return null;
}
