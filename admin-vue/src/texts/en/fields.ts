/** Texts of the failures at a field, and how they name it. */
export const fields = {
  /** A failure is a clause such as `must be at least 1`, or a sentence. */
  named: (label: string, clause: string) => `“${label}” ${clause}.`,
  /** After a label; French separates it. */
  colon: ':',
  missing: 'must be filled in',
  notChosen: 'must be chosen',
  notNumber: 'must be a number',
  notDate: 'must be a date',
  notTime: 'must be a time',
  notWhole: 'must be a whole number',
  notEmail: 'must be an e-mail address, such as name@example.com',
  notUrl: 'must be a web address, such as https://example.com',
  least: (min: string) => `must be at least ${min}`,
  most: (max: string) => `must be at most ${max}`,
  earliest: (day: string) => `must not be before ${day}`,
  latest: (day: string) => `must not be after ${day}`,
  invalid: 'is not valid',
};
