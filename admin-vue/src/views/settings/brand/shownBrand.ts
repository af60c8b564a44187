/** The parts of a brand in the preview, except its colours. */
export type ShownBrand = {
  name: string;
  logo: string | null;
  picture: string | null;
  /** The part of the picture that stays visible, as an `object-position`. */
  position: string;
};
