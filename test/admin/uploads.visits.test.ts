import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person, toggle } from './world.ts';

const world = inOneWorld();
const WORDS = {
  nl: {
    ofAddOn: 'Afbeelding toevoegen: Handdoek',
    ofFacility: 'Afbeeldingen toevoegen',
    removeAddOn: 'Verwijderen: Handdoek',
    save: 'Opslaan',
    uploading:
      'Er wordt nog een afbeelding geüpload, dus er is niets opgeslagen. Wacht tot het uploaden klaar is en sla dan op.',
    over: 'Het uploaden is klaar. Je kunt nu opslaan.',
  },
  en: {
    ofAddOn: 'Add an image: Handdoek',
    ofFacility: 'Add images',
    removeAddOn: 'Remove: Handdoek',
    save: 'Save',
    uploading:
      'An image is still uploading, so nothing has been saved. Wait until the upload is done, then save.',
    over: 'The upload is done. You can save now.',
  },
};

/** Holds image uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/images', async (route) => {
    await promise;
    await route.continue().catch(() => {}); // Its row may have been removed meanwhile.
  });
  return resolve;
}

describe('saving a facility during an image upload', () => {
  let slug: string;
  let id: number;
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue();
    const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3.5, per: 'piece' };
    const pricing = { per: 'person', eur: 20, rules: [], add_ons: [towel] };
    id = await api.newFacility(slug, { name: 'Badkamer', capacity: 8, pricing });
  });
  const saved = async () =>
    (await world().stack.api.admin('GET', `/venues/${slug}/facilities/${id}`)).body as {
      images: string[];
      pricing: { add_ons?: { image?: string }[] } | null;
    };
  const visit = async (language: 'nl' | 'en', what: (person: Person) => Promise<void>) =>
    world().visit(
      {
        at: `/v/${slug}/facilities/${id}`,
        cookie: await signIn(world().stack, { venues: { [slug]: 'owner' }, language }),
      },
      what,
    );
  const file = async (name: string) => ({
    ...{ name: `${name}.png`, mimeType: 'image/png' },
    buffer: await makeImage('png', { width: 300, height: 200 }),
  });
  const isBack = (page: Page) =>
    page.getByRole('heading', { name: 'Badkamer', exact: true, level: 2 }).waitFor();

  for (const [language, what] of [
    ['nl', 'ofAddOn'],
    ['en', 'ofFacility'],
  ] as const)
    it(`waits for the image ${what === 'ofAddOn' ? 'of an add-on' : 'of the facility'}, says so (${language}) and loses nothing`, async () => {
      const words = WORDS[language];
      await visit(language, async (person) => {
        const { page } = person;
        const letGo = await holdUploads(page);
        if (what === 'ofFacility') await toggle(page, 'Images');
        await page.getByLabel(words[what]).setInputFiles(await file('picture'));
        await page.getByRole('progressbar').waitFor();
        const save = page.getByRole('button', { name: words.save, exact: true });
        await save.press('Enter');
        await page.getByRole('alert').getByText(words.uploading).waitFor();
        assert.ok(await save.evaluate((one) => one === document.activeElement), 'the focus stays');
        await assertGood(person, 'saving during an upload');
        await person.picture(`admin-upload-${language}`);
        const desk = page.viewportSize();
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByLabel(words[what]).evaluate((one) => one.scrollIntoView({ block: 'center' }));
        const told = page.getByText(words.uploading);
        const [box, height] = [await told.boundingBox(), 844];
        assert.ok(box && box.y > 0 && box.y + box.height < height, 'visible beside the button on a phone');
        await person.picture(`admin-upload-${language}-phone`);
        if (desk) await page.setViewportSize(desk);
        letGo();
        await page.getByRole('alert').getByText(words.over).waitFor();
        await person.picture(`admin-upload-over-${language}`);
        await save.press('Enter');
        await isBack(page);
      });
      const { images, pricing } = await saved();
      assert.equal(what === 'ofAddOn' ? Number(!!pricing?.add_ons?.[0]?.image) : images.length, 1);
    });

  it('does not wait for the image of a removed add-on', async () => {
    await visit('nl', async ({ page }) => {
      const letGo = await holdUploads(page);
      await page.getByLabel('Wijzigen: afbeelding van Handdoek').setInputFiles(await file('picture'));
      await page.getByRole('progressbar').waitFor();
      await page.getByRole('button', { name: WORDS.nl.removeAddOn, exact: true }).press('Enter');
      await page.getByRole('button', { name: WORDS.nl.save, exact: true }).press('Enter');
      await isBack(page);
      letGo();
    });
    assert.equal((await saved()).pricing?.add_ons, undefined);
  });
});
