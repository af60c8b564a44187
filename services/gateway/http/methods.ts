import { fail } from '@venue-booking/proto/failures';
import type { IRouter, Request, RequestHandler, Response } from 'express';

/** Answers OPTIONS with the allowed methods, and rejects other methods with `method_not_allowed`. */
export const allowOnly = (methods: string) => (request: Request, response: Response) => {
  response.setHeader('Allow', `${methods}, OPTIONS`);
  if (request.method === 'OPTIONS') return void response.status(204).end();
  throw fail('method_not_allowed', { methods });
};

/** Registers the handlers of a path, and `only` for all other methods. */
export function registerRoute<Params = Request['params']>(
  router: IRouter,
  path: string | string[],
  { get, post }: { get?: RequestHandler<Params>; post?: RequestHandler<Params> },
): void {
  const route = router.route(path);
  if (get) route.get(get as RequestHandler);
  if (post) route.post(post as RequestHandler);
  route.all(allowOnly([...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])].join(', ')));
}
