import assert from 'node:assert/strict';
import { afterEach, test, vi } from 'vitest';
import { de } from './languages/de.ts';
import { textsLoader } from './loadTexts.ts';
import { texts } from './wording.ts';

const FILE = { file: 'venue-booking.de.0123456789ab.json', integrity: 'sha384-digest' };
const [api, own] = ['https://api.example.com/widget', 'https://x.example/files'];

/** A page's loader, and the addresses that it requested. @param folders those that have the file */
function newPage(folders: string[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { integrity }: RequestInit) => {
    asked.push(url);
    assert.equal(integrity, FILE.integrity);
    if (!folders.some((folder) => url === `${folder}/${FILE.file}`)) throw new TypeError('Failed to fetch');
    return Response.json(de);
  });
  return { asked, load: textsLoader({ de: FILE }) };
}
afterEach(() => {
  delete texts.de;
  delete texts.fr;
});

test('loads a language once, by its digest, for all widgets of a page', async () => {
  const { load, asked } = newPage([api]);
  await Promise.all([load('de', [api, own]), load('de', [api, own])]);
  assert.equal(texts.de?.back, 'Zurück');
  await load('de', [api]);
  await load('nl', [api]);
  assert.deepEqual(asked, [`${api}/${FILE.file}`]);
});

test('takes the file beside the script if the API has another version', async () => {
  const { load, asked } = newPage([own]);
  await load('de', [api, own]);
  assert.equal(texts.de?.back, 'Zurück');
  assert.equal(asked.length, 2);
});

test('gives up a language that no server has, and loads it with the next call', async () => {
  const folders: string[] = [];
  const { load, asked } = newPage(folders);
  await load('de', [api, own, own]);
  assert.equal(texts.de, null);
  assert.equal(asked.length, 2);
  folders.push(own);
  await load('de', [own]);
  assert.equal((texts.de as typeof de | null)?.back, 'Zurück');
});

test('requests no file for a language that has none', async () => {
  const { load, asked } = newPage([api]);
  await load('fr', [api]);
  assert.equal(texts.fr, null);
  assert.deepEqual(asked, []);
});
