import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOneWorld } from './world.ts';

const world = inOneWorld();

describe("the owner's page", () => {
  it('asks who is there, in the language of the browser', async () => {
    await world().visit({ at: '/sign-in' }, async (person) => {
      // It looks whether somebody is signed in already.
      person.tolerate(/401/);
      await person.page.getByRole('button', { name: 'Mail me een link' }).waitFor();
      assert.equal(await person.page.locator('html').getAttribute('lang'), 'nl');
    });
  });

  it('is sent with a policy that takes no inline code, and its scripts may be kept for ever', async () => {
    const { url } = world().stack.api;
    const page = await fetch(`${url}/admin/any/address`);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    const [, script = ''] = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    assert.match((await fetch(url + script)).headers.get('cache-control') ?? '', /immutable/);
    assert.equal((await fetch(`${url}/admin/assets/none.js`)).status, 404);
    assert.equal((await fetch(`${url}/admin/`, { method: 'POST' })).status, 405);
  });

  it('says a machine code beside the text of a refusal', async () => {
    const refused = await fetch(`${world().stack.api.url}/api/admin/venues`);
    assert.equal(refused.headers.get('error-code'), 'unauthorized');
  });
});
