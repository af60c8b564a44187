import { fail } from '@venue-booking/proto/failures';
import type { Request, Response } from 'express';

/**
 * Tells which methods there are: to who asks by `OPTIONS`, and to who comes with another one, which is
 * refused.
 */
export const only = (methods: string) => (request: Request, response: Response) => {
  response.setHeader('Allow', `${methods}, OPTIONS`);
  if (request.method === 'OPTIONS') return void response.status(204).end();
  throw fail('method_not_allowed', { methods });
};
