import { demoVenues } from './demo/demoVenues.ts';
import type { AllEnv } from './env.ts';

/**
 * The text that `npm start` prints: addresses, and a first call to try.
 * @param ownerLink signs in as the owner of the demo venues; null if there is none
 */
export function welcome(
  { publicUrl, operatorToken, demo, DATABASE_URL, DATA_DIR, OPERATOR_TOKEN, devMailFolder }: AllEnv,
  ownerLink: string | null,
): string {
  const slug = demo ? demoVenues[0]?.venue.slug : undefined;
  const data = DATABASE_URL ? 'the database of DATABASE_URL' : DATA_DIR;
  return [
    '',
    `  Venue Booking is ready at ${publicUrl}`,
    '',
    `  Demo page        ${publicUrl}/`,
    ...(slug ? [`  A venue's page   ${publicUrl}/v/${slug}`] : []),
    `  Dashboard        ${publicUrl}/admin/${ownerLink === null ? '' : `sign-in#${ownerLink}`}`,
    `  API reference    ${publicUrl}/docs`,
    ...(devMailFolder ? [`  Mail             ${publicUrl}/dev/mail`] : []),
    `  New venue        ${publicUrl}/admin/sign-in?operator`,
    // Don't print a token from the environment: it may not be meant for this terminal.
    ...(OPERATOR_TOKEN ? [] : [`  Operator token   ${operatorToken}`]),
    `  Data             ${data}`,
    '',
    ...(slug ? ['  Try it:', `  curl -H 'X-Tenant: ${slug}' ${publicUrl}/api/site/facilities`, ''] : []),
    '  Stop with Ctrl-C.',
    '',
  ].join('\n');
}
