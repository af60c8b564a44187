import type { Texts } from '../../locale.ts';

const en = { operatorToken: 'Operator token', signIn: 'Sign in' };

export const texts: Texts<typeof en> = {
  en,
  nl: { operatorToken: 'Operator-token', signIn: 'Inloggen' },
};
