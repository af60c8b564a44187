/** An error whose message says what to do. It is shown without a stack trace. */
export class SetupError extends Error {}
