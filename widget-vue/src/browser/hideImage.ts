/** Hides an image that failed to load, so that it leaves no gap. */
export const hideImage = ({ target }: Event): void => {
  (target as HTMLElement).hidden = true;
};
