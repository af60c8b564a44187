import path from 'node:path';

/**
 * Test files that take twenty seconds and more, the longest first, as measured on two cores. Each of them
 * alone would hold up the end.
 */
export const longest = [
  'test/paymentCrashes.test.ts',
  'test/paymentModel.test.ts',
  'test/paymentProviders.test.ts',
  'test/faults.test.ts',
  'test/images.test.ts',
  // On a new machine these fetch and build their hosts, for up to two minutes.
  'test/hosts/nuxt.test.ts',
  'test/hosts/wordpress.test.ts',
  'test/hosts/next.test.ts',
  'test/hosts/react.test.ts',
  'test/mail.test.ts',
  'test/stop.test.ts',
  'test/startRefused.test.ts',
  'test/hosts/readmeInstall.test.ts',
  'test/restart.test.ts',
  'test/paymentSecrets.test.ts',
  'test/services.test.ts',
  'test/oneProcess.test.ts',
  'cli/main.test.ts',
  'test/cliEnds.test.ts',
  'test/cli.test.ts',
  'test/deadLetterReplay.test.ts',
  'services/booking/mail/mailerFaults.test.ts',
  'test/erasure.test.ts',
  'test/versionSkew.test.ts',
  'test/limits.test.ts',
  'test/measure/measure.test.ts',
  'test/migrationUnderway.test.ts',
  'test/hosts/vue.test.ts',
  'test/widget/strip.test.ts',
  'test/widget/timeline.test.ts',
  'test/widget/calendar.test.ts',
  'test/widget/layout.test.ts',
  'test/widget/looks.test.ts',
];

/** Puts those that are known to be long before the others, which stay in their order. */
export const longestFirst = (files: string[], root: string): string[] =>
  files.toSorted((a, b) => placeOf(a, root) - placeOf(b, root));

/** Whether a file is one of those. */
export const isLong = (file: string, root: string): boolean => placeOf(file, root) < longest.length;

function placeOf(file: string, root: string): number {
  const index = longest.indexOf(path.relative(root, file).replaceAll(path.sep, '/'));
  return index < 0 ? longest.length : index;
}
