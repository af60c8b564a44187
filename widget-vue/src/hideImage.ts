/** An image that does not come leaves no hole. */
export const hideImage = ({ target }: Event): void => {
  (target as HTMLElement).hidden = true;
};
