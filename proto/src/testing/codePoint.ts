import fc from 'fast-check';

/**
 * Any character of Unicode, as `unit` of `fc.string`. Its own `binary` makes a table of all of them first,
 * which takes longer than most test files.
 */
export const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
