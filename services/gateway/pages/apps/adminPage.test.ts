import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, it } from 'vitest';
import { serve } from '../../testing/testVisit.ts';
import { adminPage } from './adminPage.ts';

const folder = mkdtempSync(join(tmpdir(), 'venue-booking-dashboard-'));
afterAll(() => rm(folder, { recursive: true }));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');

const open = async (widgetUrl?: string) => {
  await using site = await serve(
    express().use(adminPage({ folder, widgetUrl, publicUrl: 'http://localhost:3000' })),
  );
  const page = await fetch(`${site.url}/admin/`);
  return { html: await page.text(), policy: page.headers.get('content-security-policy') ?? '' };
};

it('names the address of the widget to the dashboard, and allows its script', async () => {
  const { html, policy } = await open('https://cdn.example.com/booking');
  assert.match(html, /<meta name="widget-url" content="https:\/\/cdn\.example\.com\/booking"><\/head>/);
  assert.match(policy, /script-src 'self' https:\/\/cdn\.example\.com;/);
});

it('allows only its own scripts without WIDGET_URL', async () => {
  const { html, policy } = await open();
  assert.doesNotMatch(html, /widget-url/);
  assert.match(policy, /script-src 'self';/);
});

it('shows uploaded images, whose address names the platform, also without https', async () => {
  assert.match((await open()).policy, /img-src [^;]*http:\/\/localhost:3000;/);
});
