import assert from 'node:assert/strict';
import { it } from 'vitest';
import { type Choices, type Site, snippetFor } from './snippets.ts';

const venue = { slug: 'sauna', name: 'Sauna', locale: 'nl', phone: null } as const;
const to = {
  api: 'https://b.example',
  widget: 'https://b.example/widget',
  page: 'https://b.example/v/sauna',
};
const usual: Choices = { variant: 'strip', mode: 'inline', facility: null, label: '' };
const SITES: Site[] = ['html', 'page', 'vue', 'nuxt', 'react', 'wordpress'];
const snippet = (site: Site, choices: Partial<Choices> = {}, more: Partial<typeof venue> | object = {}) =>
  snippetFor(site, { venue: { ...venue, ...more }, to, choices: { ...usual, ...choices } });

it('carries the choices of the owner, for each kind of website', () => {
  for (const site of SITES) {
    const button = snippet(site, { mode: 'button', label: 'Reserveer', facility: 7 });
    assert.match(button, /variant="strip" mode="button" label="Reserveer" facility="7"/, site);
    assert.doesNotMatch(snippet(site), /mode=|label=|facility=/, site);
    const dialog = snippet(site, { mode: 'dialog', facility: 7 });
    assert.match(
      dialog,
      /<a href="https:\/\/b\.example\/v\/sauna\?vb-facility=7" data-venue-booking-open>Boek nu<\/a>/,
      site,
    );
    assert.doesNotMatch(dialog, /<p>/, 'the link is there without scripts');
  }
});

it('keeps texts of the venue as text', () => {
  const evil = `"><script>alert('1')</script>{{ x }}{x}[/venue]`;
  for (const site of SITES)
    for (const mode of ['inline', 'button', 'dialog'] as const) {
      const code = snippet(site, { mode, label: evil }, { name: evil, phone: evil });
      const calm = snippet(site, { mode, label: 'x' }, { name: 'x', phone: 'x' });
      const special = site === 'wordpress' ? /<\/?\w[\w-]*|[[\]]/g : /<\/?\w[\w-]*|[{}]/g;
      const shape = (text: string) => text.match(special);
      assert.deepEqual(shape(code), shape(calm), `${site} ${mode}\n${code}`);
    }
});
