import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { describe, it } from 'vitest';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const world = inOneWorld();

describe('the export of a venue', () => {
  const visit = async (what: (person: Person, slug: string) => Promise<void>) => {
    const slug = await world().stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const cookie = await signIn(world().stack, { venues: { [slug]: 'owner' }, language: 'en' });
    await world().visit({ at: `/v/${slug}/settings`, cookie }, async (person) => {
      await person.page.getByRole('link', { name: 'Export', exact: true }).click();
      await what(person, slug);
    });
  };

  it('downloads the signed archive, and says what it has and that it is complete', async () => {
    await visit(async (person, slug) => {
      const { page } = person;
      await page.getByText('The file contains personal data of guests.').waitFor();
      await assertGood(person, 'the export');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download everything' }).click(),
      ]);
      assert.equal(file.suggestedFilename(), `${slug}.venue.tar.gz`);
      await page.getByText(/^The file is complete \(.+ MB\)\.$/).waitFor();
      const entries = await unpackTar(gunzipSync(readFileSync(await file.path())));
      assert.equal(entries.at(-1)?.header.name, 'signature');
      await assertGood(person, 'a complete export');
    });
  });

  it('shows the progress, and the reason of a failure', async () => {
    await visit(async (person) => {
      const { page } = person;
      person.tolerate(/503/);
      const [answered, answer] = [Promise.withResolvers<void>(), { error: 'Too busy. Try again later.' }];
      await page.route('**/api/admin/venues/*/export', async (route) => {
        await answered.promise;
        await route.fulfill({ status: 503, headers: { 'error-code': 'unavailable' }, json: answer });
      });
      await page.getByRole('button', { name: 'Download everything' }).click();
      await page.getByText('Keep this page open').waitFor();
      await assertGood(person, 'an export under way');
      answered.resolve();
      await page.getByRole('alert').getByText(answer.error).waitFor();
      assert.equal(await page.getByText('The file is complete').count(), 0);
    });
  });
});
