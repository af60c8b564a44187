import type { stock as en } from '../en/stock.ts';

export const stock: typeof en = {
  left: (count) => (count === 0 ? 'épuisé' : `reste ${count}`),
};
