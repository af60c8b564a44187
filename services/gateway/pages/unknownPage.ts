import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Locale } from '@venue-booking/proto/primitives';
import type { ErrorRequestHandler, Request } from 'express';
import { failureOfExpress } from '../errors.ts';
import { languageOf } from './guestLink.ts';
import { languageSwitch } from './ticket/languageSwitch.ts';
import { sendTicketPage } from './ticket/sendTicket.ts';

const texts: Record<Locale, { title: string; more: string }> = {
  nl: {
    title: 'Deze pagina bestaat niet',
    more: 'Kijk of je het adres goed hebt getypt. Kwam je hier via een link in een mail? Open die dan precies zoals hij daar staat.',
  },
  en: {
    title: 'This page does not exist',
    more: 'Check that the address is typed correctly. Did you follow a link in an e-mail? Then open it exactly as it is there.',
  },
};

/**
 * Shows a page to a browser that opens an address where nothing is. Programs, which
 * take any type or prefer JSON, are answered as by any other error; so is whatever is sent.
 */
export const showUnknown: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const failure = failureOf(error) ?? failureOfExpress(error);
  if (response.headersSent || failure?.code !== 'path_unknown') return next(error);
  response.vary('Accept');
  if (!opensPage(request)) return next(error);
  const language = languageOf(request);
  const { title, more } = texts[language];
  response.status(404).setHeader('Error-Code', failure.code);
  response.vary('Accept-Language');
  sendTicketPage(response, {
    language,
    title,
    bar: languageSwitch('', language),
    main: `<article class="ticket problem"><header><h1>${title}</h1><p class="meaning">${more}</p></header></article>`,
  });
};

/** JSON stands first: it is for who takes any type. */
const opensPage = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html';
