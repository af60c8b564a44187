import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { testRules } from '../servers/promtool.ts';
import { documentedAlerts } from '../stack/monitoringPage.ts';
import { full, type KubernetesObject, ofKind, render } from './render.ts';

/**
 * Series of an hour and a half, a value a minute, in promtool's notation: `0+60x90` grows by 60, `5x90`
 * stays, `stale` is gone.
 */
type Series = Record<string, string>;

const services = ['availability', 'booking', 'catalog', 'gateway', 'payment'];
const pods = ['a', 'b'];
const named = (name: string, labels: Record<string, string>, namespace = 'tickets') =>
  `${name}{${Object.entries({ namespace, ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join(', ')}}`;

const started = (service: string, pod: string) => named('process_start_time_seconds', { service, pod });
const ready = (service: string, pod: string) => named('venue_booking_ready', { service, pod });
const requests = (status: string, namespace?: string) =>
  named('http_requests_total', { service: 'gateway', route: '/bookings', status }, namespace);
const took = (le: string) => named('http_request_duration_seconds_bucket', { service: 'gateway', le });
const calls = (outcome: string) =>
  named('venue_booking_provider_call_duration_seconds_count', {
    service: 'payment',
    provider: 'mollie',
    outcome,
  });
const age = (service: string, queue: string) =>
  named('venue_booking_queue_oldest_age_seconds', { service, queue });
const items = (service: string, queue: string) => named('venue_booking_queue_items', { service, queue });
const redis = (state: string, pod = 'a') =>
  named('venue_booking_redis_servers', { service: 'booking', pod, state });
const mails = (outcome: string) => named('venue_booking_mails_total', { service: 'booking', outcome });
const refused = (event: string, outcome: string, namespace?: string) =>
  named('venue_booking_security_events_total', { service: 'gateway', event, outcome }, namespace);
const pending = named('venue_booking_consumer_pending_events', {
  service: 'availability',
  stream: 'events_booking',
  consumer: 'availability',
});

const redelivered = named('venue_booking_consumer_redelivered_events', {
  service: 'availability',
  stream: 'events_booking',
  consumer: 'availability',
});

/**
 * A release at work: ten requests and a payment a second, a few events under way, mail that was refused once.
 */
const healthy: Series = {
  ...Object.fromEntries(
    services.flatMap((service) =>
      pods.flatMap((pod) => [
        [started(service, pod), '1x90'],
        [ready(service, pod), '1x90'],
      ]),
    ),
  ),
  [requests('200')]: '0+600x90',
  [requests('500')]: '0x90',
  [took('0.25')]: '0+590x90',
  [took('1')]: '0+599x90',
  [took('2.5')]: '0+600x90',
  [took('+Inf')]: '0+600x90',
  [calls('ok')]: '0+60x90',
  [calls('unavailable')]: '0+1x90',
  [age('booking', 'outbox')]: '0x90',
  [age('booking', 'mail')]: '0 30 0 5x87',
  [age('booking', 'webhooks')]: '0x90',
  [age('payment', 'refreshes')]: '0 15x89',
  [items('booking', 'dead_letters')]: '0x90',
  [items('payment', 'attention')]: '0x90',
  [mails('sent')]: '0+4x90',
  [mails('given_up')]: '0 1x89',
  [mails('server_failed')]: '0 1x89',
  [redis('ready')]: '3x90',
  [redis('refused')]: '0x90',
  [redis('away')]: '0x90',
  [pending]: '0 20 0 3x87',
  [refused('credentials', 'refused')]: '0+1x90',
  [refused('credentials', 'limited')]: '0x90',
  [refused('sign_in', 'refused')]: '0+1x90',
  [refused('sign_in', 'success')]: '0+20x90',
  [refused('access', 'refused')]: '0+20x90',
};

describe('alerts', () => {
  let rules: KubernetesObject;
  beforeAll(async () => {
    [rules] = ofKind(await render(full), 'PrometheusRule') as [KubernetesObject];
  });

  /** Asserts which alerts, and no others, call somebody at some minutes after the beginning. */
  const firing = (changes: Series, at: Record<number, string[]>) =>
    testRules(rules.spec, [
      {
        interval: '1m',
        input_series: Object.entries({ ...healthy, ...changes }).map(([series, values]) => ({
          series,
          values,
        })),
        promql_expr_test: Object.entries(at).map(([minutes, alerts]) => ({
          expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: `${minutes}m`,
          exp_samples: alerts.map((alert) => ({ labels: `{alertname="VenueBooking${alert}"}`, value: 1 })),
        })),
      },
    ]);
  const tried = new Set<string>();
  /**
   * Asserts that an alert alone calls somebody after some minutes, and nobody was called at a minute before.
   */
  const fires = (alert: string, after: { not: number; but: number }, changes: Series) => {
    tried.add(`VenueBooking${alert}`);
    return firing(changes, { [after.not]: [], [after.but]: [alert] });
  };
  const staysQuiet = (changes: Series) => firing(changes, { 12: [], 25: [], 45: [], 90: [] });

  it('are quiet while all is well', () => staysQuiet({}));
  it('are quiet before the first guest comes', () =>
    staysQuiet(
      Object.fromEntries(
        [
          requests('200'),
          took('0.25'),
          took('1'),
          took('2.5'),
          took('+Inf'),
          calls('ok'),
          calls('unavailable'),
        ].map((series) => [series, '0x90']),
      ),
    ));
  it('are quiet when another release in the cluster fails', () =>
    staysQuiet({ [requests('500', 'elsewhere')]: '0+600x90' }));

  it('Errors: when 2 of 100 requests fail', () =>
    fires('Errors', { not: 10, but: 16 }, { [requests('500')]: '0+12x90' }));
  it('Errors: not when 1 of 200 fails', () => staysQuiet({ [requests('500')]: '0+3x90' }));
  it('Errors: not when all failed for three minutes', () =>
    staysQuiet({ [requests('500')]: '0 0+600x3 1800x86' }));

  it('Slow: when 1 in 10 requests takes over a second', () =>
    fires('Slow', { not: 10, but: 16 }, { [took('0.25')]: '0+300x90', [took('1')]: '0+540x90' }));

  it('ServiceAway: when no pod of a service answers', () =>
    fires(
      'ServiceAway',
      { not: 12, but: 20 },
      Object.fromEntries(
        pods.flatMap((pod) => [
          [started('booking', pod), '1x8 stale'],
          [ready('booking', pod), '1x8 stale'],
        ]),
      ),
    ));
  it('ServiceAway: not while one pod does', () =>
    staysQuiet({ [started('booking', 'a')]: '1x8 stale', [ready('booking', 'a')]: '1x8 stale' }));

  it('NotReady: when no pod of a service is', () =>
    fires(
      'NotReady',
      { not: 11, but: 14 },
      { [ready('booking', 'a')]: '1x9 0x80', [ready('booking', 'b')]: '1x9 0x80' },
    ));
  it('PodNotReady: when one pod of several is not, and not while all start anew in turn', async () => {
    await fires('PodNotReady', { not: 13, but: 16 }, { [ready('booking', 'a')]: '1x9 0x80' });
    await staysQuiet({
      [ready('booking', 'a')]: '1x9 0x2 1x78',
      [ready('booking', 'b')]: '1x13 0x2 1x74',
    });
  });

  it('EventsLate: when an event waits longer and longer', () =>
    fires('EventsLate', { not: 6, but: 8 }, { [age('booking', 'outbox')]: '0+60x90' }));
  it('EventsLate: not when NATS was away for two minutes', () =>
    staysQuiet({ [age('booking', 'outbox')]: '0 60 120 180 0x86' }));

  it('ConsumerBehind: when events come faster than they are worked on', () =>
    fires('ConsumerBehind', { not: 10, but: 25 }, { [pending]: '0+100x90' }));
  it('ConsumerBehind: when it stands still', () =>
    fires('ConsumerBehind', { not: 10, but: 25 }, { [pending]: '0 500x89' }));
  it('ConsumerBehind: when what waits goes up and down and stays', () =>
    fires(
      'ConsumerBehind',
      { not: 10, but: 45 },
      { [pending]: `0 ${'900 600 300 450 700 '.repeat(17).trim()}` },
    ));
  it('ConsumerBehind: not while it catches up, also when that takes an hour and a half', () =>
    staysQuiet({ [pending]: '0 9000-100x88' }));
  it('ConsumerBehind: not by a crowd that is served within five minutes', () =>
    staysQuiet({ [pending]: '0x20 5000-1000x5 0x64' }));

  it('EventsFailing: when one fails for a quarter of an hour', () =>
    fires('EventsFailing', { not: 12, but: 30 }, { [redelivered]: '0x9 1x80' }));
  it('EventsFailing: not by those that fail for some minutes and are put aside', () =>
    staysQuiet({ [redelivered]: '0x9 3x5 0x74' }));

  it('DeadLetters: when there is one', () =>
    fires('DeadLetters', { not: 9, but: 12 }, { [items('booking', 'dead_letters')]: '0x9 1x80' }));

  it('PaymentsLate: when a provider is not asked', () =>
    fires('PaymentsLate', { not: 10, but: 13 }, { [age('payment', 'refreshes')]: '0+60x90' }));

  it('ProviderAway: when 2 of 3 calls find it away', () =>
    fires('ProviderAway', { not: 10, but: 22 }, { [calls('unavailable')]: '0+120x90' }));
  it('ProviderAway: not when 1 of 3 does', () => staysQuiet({ [calls('unavailable')]: '0+30x90' }));

  it('Redis: when a server refuses the password of one pod', () =>
    fires('Redis', { not: 13, but: 16 }, { [redis('refused')]: '0x9 1x80', [redis('ready')]: '3x9 2x80' }));
  it('Redis: not when a server is started anew within four minutes', () =>
    staysQuiet({ [redis('away')]: '0x20 1x4 0x65' }));

  it('NoticesLate: when mail waits for over a quarter of an hour', () =>
    fires('NoticesLate', { not: 19, but: 23 }, { [age('booking', 'mail')]: '0+60x90' }));
  it('NoticesLate: when webhooks wait for over an hour, not before', () =>
    fires('NoticesLate', { not: 64, but: 68 }, { [age('booking', 'webhooks')]: '0+60x90' }));

  it('MailRefused: when the mail server takes none any more', () =>
    fires(
      'MailRefused',
      { not: 44, but: 58 },
      { [mails('sent')]: '0+4x20 80x69', [mails('given_up')]: '0x20 0+4x69' },
    ));
  it('MailAway: when the server fails and nothing goes out', () =>
    fires(
      'MailAway',
      { not: 75, but: 89 },
      { [mails('sent')]: '0+4x5 20x84', [mails('server_failed')]: '0x5 0+1x84' },
    ));
  it('MailAway: not when it failed for a moment, and then mail goes out', () =>
    staysQuiet({ [mails('sent')]: '0x35 1x54', [mails('server_failed')]: '0x30 2x59' }));
  it('MailRefused: not when a few guests of a quiet hour mistype their addresses', () =>
    staysQuiet({
      [mails('sent')]: '0x90',
      [mails('server_failed')]: '0x90',
      [mails('given_up')]: '0x20 1x10 3x10 5x48',
    }));

  it('CredentialsRefused: when somebody guesses tokens', () =>
    fires(
      'CredentialsRefused',
      { not: 13, but: 28 },
      {
        [refused('credentials', 'refused')]: '0x9 30x80',
        [refused('credentials', 'limited')]: '0x9 0+30x80',
      },
    ));
  it('CredentialsRefused: not by a program that uses a revoked token once a minute', () =>
    staysQuiet({ [refused('credentials', 'refused')]: '0+2x90' }));
  it('CredentialsRefused: not by guesses at another release in the cluster', () =>
    staysQuiet({ [refused('credentials', 'limited', 'elsewhere')]: '0+60x90' }));

  it('Attention: when nobody has looked for an hour', () =>
    fires('Attention', { not: 55, but: 75 }, { [items('payment', 'attention')]: '0x10 2x80' }));

  it('have each been seen to fire', () => {
    assert.deepEqual([...tried].sort(), documentedAlerts.toSorted());
  });
});
