import { Router } from 'express';
import { languageOf } from './guestLink.ts';
import { sendGuestPage } from './guestPage.ts';
import { labels } from './labels.ts';
import { languageSwitch } from './languageSwitch.ts';
import { prefersHtml } from './unknownPage.ts';

/** `/`: names the dashboard and the API, for people who open the address of the platform. */
export function rootPage(): Router {
  const router = Router();
  router.get('/', (request, response, next) => {
    if (!prefersHtml(request)) return next();
    const language = languageOf(request);
    const { root, rootMore, dashboard, apiReference } = labels[language];
    const links = [
      ['/admin/', dashboard],
      ['/docs', apiReference],
    ].map(([path, text]) => `<a class="button" href="${path}">${text}</a>`);
    response.vary('Accept, Accept-Language');
    sendGuestPage(response, {
      language,
      title: root,
      bar: languageSwitch('', language),
      main: `<article class="ticket"><header><h1>${root}</h1><p class="meaning">${rootMore}</p></header></article><section class="actions">${links.join('')}</section>`,
    });
  });
  return router;
}
