import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { faintTexts } from './contrast.ts';
import { type Guest, variants } from './guest.ts';
import { chooseDay, time } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { allFields, newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

const named = ['black', 'white', 'red', 'yellow', 'gold', 'rebeccapurple', 'lime', 'navy', 'gray', 'hotpink'];
// On both sides of the point where black and white text contrast equally, and outside a screen's gamut.
const edges = [
  'oklch(52% 0.36 0)',
  '#757575',
  '#767676',
  '#777777',
  '#0f766e',
  '#ff7a00',
  'oklch(0.7 0.4 150)',
  'color(display-p3 0 1 0)',
];
const anyAccent = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`),
  fc
    .tuple(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 359 }),
    )
    .map(([light, chroma, hue]) => `oklch(${light}% ${chroma / 100} ${hue})`),
);

describe('the appearance of the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), {
      venue: { name: 'Badhuis Noord' },
      fields: allFields,
      facility: {
        opens_at: '09:00',
        closes_at: '23:00',
        capacity: 8,
        price_eur: 24.5,
        description: 'Twee sauna’s, een stoombad en een rustruimte met uitzicht op het bos.',
      },
    });
    const slots = await venue.slotsOf(daysAhead(3));
    for (const [index, slot] of slots.entries())
      if (index % 3 > 0) await venue.take({ ...slot, free: index % 3 === 1 ? 8 : 6 });
    await venue.close(daysAhead(5));
    mkdirSync(artifacts, { recursive: true });
  });
  afterAll(() => console.log(`Screenshots are in ${artifacts}`));

  for (const variant of variants)
    it(`keeps the ${variant} readable with any accent, light and dark`, async () => {
      const visit = { tenant: venue.slug, variant, reducedMotion: 'reduce' as const };
      await world().visit(visit, async (guest) => {
        await guest.arrives('when');
        await chooseDay(guest, daysAhead(3));
        await guest.settles();
        await readsWell(guest, 6);
        // The later steps are the same in every variant.
        if (variant !== 'strip') return;
        const [slot] = await venue.slotsOf(daysAhead(3));
        assert.ok(slot);
        await time(guest, slot).click();
        await guest.arrives('details');
        await readsWell(guest, 6);
      });
    });

  for (const variant of variants)
    it(`marks the chosen day of the ${variant} in forced colours too, and respects reduced motion`, async () => {
      const visit = {
        tenant: venue.slug,
        variant,
        forcedColors: 'active' as const,
        reducedMotion: 'reduce' as const,
      };
      await world().visit(visit, async (guest) => {
        await guest.arrives('when');
        await chooseDay(guest, daysAhead(2));
        const moving = () => guest.widget.evaluate(movements);
        assert.deepEqual(await moving(), []);
        await guest.settles();
        assert.deepEqual(await moving(), []);
        const [chosen, other] = await Promise.all(
          [2, 4].map((days) =>
            guest.page.locator(`button[data-date="${daysAhead(days)}"]`).evaluate((it) => {
              const { color, backgroundColor, borderTopColor, borderTopWidth, outlineStyle } =
                getComputedStyle(it);
              return [color, backgroundColor, borderTopColor, borderTopWidth, outlineStyle].join();
            }),
          ),
        );
        assert.notEqual(chosen, other);
      });
    });

  for (const variant of variants)
    it(`is recorded in screenshots: the ${variant}, light, dark and on a phone`, async () => {
      for (const { name, ...look } of [
        { name: 'light', colorScheme: 'light' as const, viewport: { width: 760, height: 900 } },
        { name: 'dark', colorScheme: 'dark' as const, viewport: { width: 760, height: 900 } },
        {
          name: 'phone',
          colorScheme: 'light' as const,
          viewport: { width: 360, height: 780 },
          hasTouch: true,
        },
      ])
        await world().visit(
          { tenant: venue.slug, variant, attributes: { name: 'Badhuis Noord' }, ...look },
          async (guest) => {
            const shoot = (step: string) =>
              takePicture(guest.page, {
                path: path.join(artifacts, `${variant}-${name}-${step}.png`),
                fullPage: true,
              });
            await guest.arrives('when');
            await chooseDay(guest, daysAhead(3));
            await guest.settles();
            assert.ok((await shoot('when')).length > 5000, 'the screenshot is not empty');
            const [slot] = await venue.slotsOf(daysAhead(3));
            await time(guest, slot ?? { id: 0 }).click();
            await guest.arrives('details');
            await shoot('details');
          },
        );
    });
});

/** Tries accents on the current state. @param examples number of random accents besides the listed ones */
async function readsWell({ page }: Guest, examples: number): Promise<void> {
  const tryAccent = async (accent: string) => {
    await page.evaluate((it) => document.querySelector('venue-booking')?.setAttribute('accent', it), accent);
    // The element renders before the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    assert.deepEqual(await faintTexts(page), [], `accent ${accent}`);
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const accent of [...named, ...edges]) await tryAccent(accent);
    await fc.assert(fc.asyncProperty(anyAccent, tryAccent), { numRuns: examples });
  }
}

/** Animations that move something or never end. Colour transitions do neither. */
function movements({ shadowRoot }: Element): string[] {
  const fades = [
    'offset',
    'computedOffset',
    'easing',
    'composite',
    'opacity',
    'color',
    'backgroundColor',
    'borderColor',
  ];
  return (shadowRoot?.getAnimations() ?? []).flatMap(({ effect }) => {
    const changed = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame));
    const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    return isEndless ? ['endless'] : changed.filter((name) => !fades.includes(name));
  });
}
