import { z } from 'zod';
import { singleLine } from '../primitives.ts';
import { withoutRules } from '../withoutRules.ts';

/** Maximum corner radius in pixels. */
export const MAX_RADIUS = 40;

/** The path of an uploaded image in one width. */
const UPLOADED = /\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d{3,4}\.webp$/;

const UploadedImage = singleLine(2000)
  .toLowerCase()
  .regex(
    new RegExp(`^(https?://[^\\s/?#]+)?${UPLOADED.source}`),
    'must be the `url` of an uploaded image, or its path',
  )
  .nullable();

/** The id of an uploaded image, from its URL or path. */
export const imageIdOf = (image: string): string | undefined => UPLOADED.exec(image)?.[1];

const share = (of: string) => z.number().min(0).max(1).describe(`Share of the ${of}, 0 to 1`);

/** How a venue looks; null for everything that is not set. */
const brand = z.strictObject({
  accent: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0b6660')
    .nullable()
    .describe('Colour of buttons, links and focus, `#rrggbb`; null: that of the platform'),
  radius: z.int().min(0).max(MAX_RADIUS).nullable().describe('Corner radius in pixels; null: 12'),
  logo: UploadedImage.describe('Logo: the `url` of an uploaded image; null: the name is shown'),
  picture: UploadedImage.describe('Picture of the venue: the `url` of an uploaded image; null: none'),
  focus: z
    .strictObject({ x: share('width'), y: share('height') })
    .nullable()
    .describe('Point of `picture` that stays visible when it is cropped; null: its centre'),
});

/** A change of a brand. What is left out stays as it is. */
export const BrandPatch = brand.partial();
export type BrandPatch = z.infer<typeof BrandPatch>;

export const Brand = withoutRules(brand);
export type Brand = z.infer<typeof Brand>;

export const NO_BRAND: Brand = { accent: null, radius: null, logo: null, picture: null, focus: null };
