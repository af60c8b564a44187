import { fail } from '@venue-booking/proto/failures';
import type { IRouter, Request, RequestHandler, Response } from 'express';

/** Tells the methods: to who asks by `OPTIONS`, and to who comes with another one, which is refused. */
export const only = (methods: string) => (request: Request, response: Response) => {
  response.setHeader('Allow', `${methods}, OPTIONS`);
  if (request.method === 'OPTIONS') return void response.status(204).end();
  throw fail('method_not_allowed', { methods });
};

/** Answers a path by the handlers of its methods, and `only` by these. */
export function answerAt<Params = Request['params']>(
  router: IRouter,
  path: string | string[],
  { get, post }: { get?: RequestHandler<Params>; post?: RequestHandler<Params> },
): void {
  const route = router.route(path);
  if (get) route.get(get as RequestHandler);
  if (post) route.post(post as RequestHandler);
  route.all(only([...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])].join(', ')));
}
