import { paletteOf } from '@venue-booking/domain/brand/palette';
import type { Texts } from '../../../texts/en.ts';

type Note = keyof Texts['brand']['notes'];

/** Notes on how the platform keeps an accent legible. @param accent `#rrggbb` */
export function brandNotes(accent: string): Note[] {
  const [light, dark] = [paletteOf(accent, 'light'), paletteOf(accent, 'dark')];
  const notes: Note[] = [
    ...(light.onAccent === '#ffffff' ? [] : ['darkText' as const]),
    ...(light.accentEdge === accent ? [] : ['border' as const]),
    ...(dark.accentEdge === accent ? [] : ['darkBorder' as const]),
    ...(light.accentStrong === accent ? [] : ['darker' as const]),
    ...(dark.accentStrong === accent ? [] : ['lighter' as const]),
  ];
  return notes.length > 0 ? notes : ['fits'];
}
