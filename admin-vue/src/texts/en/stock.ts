/** The remaining stock of an add-on. */
export const stock = {
  left: (count: number) => (count === 0 ? 'none left' : `${count} left`),
};
