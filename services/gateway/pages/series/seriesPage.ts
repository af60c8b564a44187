import { randomUUID } from 'node:crypto';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import type { Log } from '@venue-booking/kit/logging/log';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import {
  GuestSeriesPreviewRequest,
  GuestSeriesRequest,
  type OpenedSeriesCode,
} from '@venue-booking/proto/booking/seriesCode';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import { LocalDate } from '@venue-booking/proto/primitives';
import { containsWebAddress } from '@venue-booking/proto/webAddress';
import express, { type Response, Router } from 'express';
import type { z } from 'zod';
import type { Backends } from '../../backends/backends.ts';
import { setRetryAfter } from '../../http/errors.ts';
import { registerRoute } from '../../http/methods.ts';
import { BODY_LIMIT_KB, bodyReader } from '../../http/requestBody.ts';
import { handlerWithDeadline, READ_BUDGET_MS, WRITE_BUDGET_MS } from '../../http/requestDeadline.ts';
import type { VenueBulkheads } from '../../limits/venueBulkheads.ts';
import { lastValues, partyIn } from '../guest/formValues.ts';
import {
  chosenLanguage,
  createLinkBulkhead,
  failureFrom,
  failureHandler,
  type LinkRequest,
  tokenOf,
} from '../guest/guestLink.ts';
import { guestAssets, guestHeaders, sendGuestPage } from '../guest/guestPage.ts';
import { daysAround } from '../ticket/chooseView.ts';
import { extraIn } from './extraFields.ts';
import { bookedView, chooseSeriesView, datesView, type SeriesShown } from './seriesViews.ts';

type Deps = Pick<Backends, 'availability' | 'booking' | 'catalog'> & {
  bulkheads: VenueBulkheads;
  publicUrl: string;
  /** Drops the cached responses of a venue. */
  venueChanged: (venueId: number) => void;
  log: Log;
};
type Opened = { code: OpenedSeriesCode; shown: Omit<SeriesShown, 'values' | 'failure'>; dayStart: string };

/**
 * `/series/{code}`: where guests with a code book a series, without scripts. Choices are in the URL; only a
 * POST books. The URL is as secret as the code.
 */
export function seriesPage({
  availability,
  booking,
  catalog,
  bulkheads,
  publicUrl,
  venueChanged,
  log,
}: Deps): Router {
  const runInBulkhead = <T>({ venueId }: OpenedSeriesCode, read: () => Promise<T>) =>
    bulkheads.public.query(String(venueId), read);

  const open = async (request: LinkRequest): Promise<Opened> => {
    const token = tokenOf(request);
    const code = await booking.series.openCode.query({ code: token, clientAddress: request.ip ?? '' });
    const { venueId, facilityId } = code;
    const [contact, site] = await Promise.all([
      catalog.contact.query({ venueId }),
      catalog.site.query({ venueId }),
    ]);
    const facility = site.live ? site.facilities.find(({ id }) => id === facilityId) : undefined;
    const language = chosenLanguage(request) ?? contact.locale;
    const path = `/series/${encodeURIComponent(token)}`;
    const shown = { contact, path, language, publicUrl, facility, site, datesLeft: code.datesLeft };
    return { code, shown, dayStart: site.day_start };
  };

  const showFailure = (response: Response, failure: Failure | undefined) => {
    if (!failure) return;
    setRetryAfter(response, failure);
    response.status(failureStatus(failure.code));
  };

  /** Shows the page for choosing the first date, with the reason why the last choice failed. */
  const choose = async (
    response: Response,
    { code, shown }: Opened,
    { values, failure }: { values: URLSearchParams; failure?: Failure | undefined },
  ): Promise<void> => {
    const { venueId, facilityId } = code;
    const given = LocalDate.safeParse(values.get('go') ?? values.get('date')).data;
    const offered =
      shown.facility &&
      (await runInBulkhead(code, async () => {
        const day = await availability.daySlots.query({ venueId, facilityId, ...(given && { date: given }) });
        const range = daysAround(day.date);
        const { days } = await availability.availability.query({ venueId, facilityId, ...range });
        return { facility: shown.facility as NonNullable<typeof shown.facility>, day, days };
      }));
    showFailure(response, failure);
    const { data: request = {} } = ChangeQuoteRequest.safeParse(partyIn(values));
    sendGuestPage(response, chooseSeriesView({ ...shown, values, failure }, { offered, request }));
  };

  /** Shows the dates to book; if they cannot be listed, shows the page for choosing. */
  const showDates = async (
    request: LinkRequest,
    response: Response,
    { opened, values, failure }: { opened: Opened; values: URLSearchParams; failure?: Failure },
  ): Promise<void> => {
    try {
      if (!values.has('slot')) return await choose(response, opened, { values, failure });
      const wish = parsed(GuestSeriesPreviewRequest, {
        code: tokenOf(request),
        slot_id: Number(values.get('slot')),
        every_weeks: Number(values.get('weeks')),
        count: Number(values.get('count')),
        locale: opened.shown.language,
        ...partyIn(values),
      });
      const { venueId } = opened.code;
      const { dayStart } = opened;
      const clientAddress = request.ip ?? '';
      const preview = await runInBulkhead(opened.code, () =>
        booking.series.previewByCode.query({ venueId, clientAddress, dayStart, wish }),
      );
      showFailure(response, failure);
      const key = IdempotencyKey.safeParse(values.get('key')).data;
      // A failed attempt releases its key, so that the corrected form may use it again.
      const page = datesView({ ...opened.shown, values, failure }, { preview, key: key ?? randomUUID() });
      sendGuestPage(response, page);
    } catch (error) {
      await choose(response, opened, { values, failure: failureFrom(error) });
    }
  };

  const show = async (request: LinkRequest, response: Response): Promise<void> => {
    const opened = await open(request);
    await showDates(request, response, { opened, values: lastValues(request.query) });
  };

  const readForm = bodyReader(BODY_LIMIT_KB, (limit) => express.urlencoded({ extended: false, limit }));
  const book = async (request: LinkRequest, response: Response): Promise<void> => {
    await readForm(request, response);
    const opened = await open(request);
    const { shown, code } = opened;
    const values = lastValues(request.body);
    try {
      const series = parsed(GuestSeriesRequest, {
        code: tokenOf(request),
        every_weeks: Number(values.get('weeks')),
        slot_ids: slotsIn(request.body),
        customer_name: values.get('name') ?? '',
        customer_email: values.get('email') ?? '',
        locale: shown.language,
        extra: extraIn(shown.site.fields, values),
        ...partyIn(values),
      });
      if (containsWebAddress(series.customer_name)) throw fail('name_with_address');
      const idempotencyKey = IdempotencyKey.safeParse(values.get('key')).data;
      const made = await booking.series.bookByCode.mutate({
        ...{ venueId: code.venueId, clientAddress: request.ip ?? '', series },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      venueChanged(code.venueId);
      sendGuestPage(response.status(201), bookedView({ ...shown, values, failure: undefined }, made));
    } catch (error) {
      values.set('slot', values.get('first') ?? '');
      await showDates(request, response, { opened, values, failure: failureFrom(error) });
    }
  };

  const limitPerLink = createLinkBulkhead();
  const router = Router();
  router.use(guestAssets);
  router.use('/series', guestHeaders);
  registerRoute(router, '/series/:token', {
    get: handlerWithDeadline(READ_BUDGET_MS, limitPerLink(show)),
    post: handlerWithDeadline(WRITE_BUDGET_MS, limitPerLink(book)),
  });
  router.use('/series', failureHandler(log));
  return router;
}

/** The chosen slots of a form; an empty value skips a date. */
function slotsIn(body: unknown): number[] {
  const { slot = [] } = (body ?? {}) as { slot?: string | string[] };
  return [slot].flat().filter(Boolean).map(Number);
}

/** @throws `validation` */
function parsed<S extends z.ZodType>(schema: S, input: z.input<S>): z.output<S> {
  const { data, error } = schema.safeParse(input);
  if (error) throw fail('validation', { detail: describeIssues(error) });
  return data as z.output<S>;
}
