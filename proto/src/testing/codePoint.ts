import fc from 'fast-check';

/**
 * Any Unicode character, as `unit` of `fc.string`. fast-check's own `binary` first builds a table of all
 * characters, which takes longer than most test files.
 */
export const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
