/** A failure whose message says in one sentence what to do; shown without a stack trace. */
export class SetupError extends Error {}
