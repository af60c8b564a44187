import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { it } from 'vitest';
import type { Backends } from '../backends/backends.ts';
import { calendarFeed } from './calendarFeed.ts';

const calendar = (...summaries: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...summaries.flatMap((summary) => ['BEGIN:VEVENT', `SUMMARY:${summary}`, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

it('joins the pages of a calendar, even if a guest’s name contains END:VCALENDAR', async () => {
  const pages = [calendar('END:VCALENDAR (2)', 'Ada (1)'), calendar('Grace (3)')];
  const booking = {
    calendarFeed: {
      query: async ({ after }: { after: number }) => ({
        calendar: pages[after] ?? '',
        next: after + 1 < pages.length ? after + 1 : null,
      }),
    },
  } as unknown as Backends['booking'];
  const server = createServer(express().use(calendarFeed({ booking }))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/calendars/${'s'.repeat(43)}.ics`);
    assert.equal(await answer.text(), calendar('END:VCALENDAR (2)', 'Ada (1)', 'Grace (3)'));
  } finally {
    server.close();
  }
});
