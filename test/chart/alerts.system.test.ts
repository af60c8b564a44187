import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { testRules } from '../servers/promtool.ts';
import { documentedAlerts } from '../stack/monitoringPage.ts';
import { full, type KubernetesObject, ofKind, render } from './render.ts';

/**
 * Series of an hour and a half with a value per minute, in promtool's notation: `0+60x90` grows by 60 a
 * minute, `5x90` stays at 5, `stale` ends the series.
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
 * A healthy release: ten requests and a provider call per second, a few events in transit, one rejected mail.
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

  /** Asserts that exactly these alerts fire at given minutes after the start. */
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
  /** Asserts that only this alert fires at minute `but`, and that no alert fires at minute `not`. */
  const fires = (alert: string, after: { not: number; but: number }, changes: Series) => {
    tried.add(`VenueBooking${alert}`);
    return firing(changes, { [after.not]: [], [after.but]: [alert] });
  };
  const staysQuiet = (changes: Series) => firing(changes, { 12: [], 25: [], 45: [], 90: [] });

  it('stay quiet while all is well', () => staysQuiet({}));
  it('stay quiet before the first guest comes', () =>
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
  it('stay quiet when another release in the cluster fails', () =>
    staysQuiet({ [requests('500', 'elsewhere')]: '0+600x90' }));

  it('Errors fires when 2 of 100 requests fail', () =>
    fires('Errors', { not: 10, but: 16 }, { [requests('500')]: '0+12x90' }));
  it('Errors stays quiet when 1 of 200 requests fails', () => staysQuiet({ [requests('500')]: '0+3x90' }));
  it('Errors stays quiet when all requests failed for three minutes', () =>
    staysQuiet({ [requests('500')]: '0 0+600x3 1800x86' }));

  it('Slow fires when 1 in 10 requests takes over a second', () =>
    fires('Slow', { not: 10, but: 16 }, { [took('0.25')]: '0+300x90', [took('1')]: '0+540x90' }));

  it('ServiceAway fires when no pod of a service responds', () =>
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
  it('ServiceAway stays quiet while one pod responds', () =>
    staysQuiet({ [started('booking', 'a')]: '1x8 stale', [ready('booking', 'a')]: '1x8 stale' }));

  it('NotReady fires when no pod of a service is ready', () =>
    fires(
      'NotReady',
      { not: 11, but: 14 },
      { [ready('booking', 'a')]: '1x9 0x80', [ready('booking', 'b')]: '1x9 0x80' },
    ));
  it('PodNotReady fires when one of several pods is not ready, but not while all restart in turn', async () => {
    await fires('PodNotReady', { not: 13, but: 16 }, { [ready('booking', 'a')]: '1x9 0x80' });
    await staysQuiet({
      [ready('booking', 'a')]: '1x9 0x2 1x78',
      [ready('booking', 'b')]: '1x13 0x2 1x74',
    });
  });

  it('EventsLate fires when an event waits longer and longer', () =>
    fires('EventsLate', { not: 6, but: 8 }, { [age('booking', 'outbox')]: '0+60x90' }));
  it('EventsLate stays quiet after a NATS outage of two minutes', () =>
    staysQuiet({ [age('booking', 'outbox')]: '0 60 120 180 0x86' }));

  it('ConsumerBehind fires when events arrive faster than they are consumed', () =>
    fires('ConsumerBehind', { not: 10, but: 25 }, { [pending]: '0+100x90' }));
  it('ConsumerBehind fires when a consumer stops', () =>
    fires('ConsumerBehind', { not: 10, but: 25 }, { [pending]: '0 500x89' }));
  it('ConsumerBehind fires when a backlog fluctuates and stays', () =>
    fires(
      'ConsumerBehind',
      { not: 10, but: 45 },
      { [pending]: `0 ${'900 600 300 450 700 '.repeat(17).trim()}` },
    ));
  it('ConsumerBehind stays quiet while a backlog shrinks, even if that takes an hour and a half', () =>
    staysQuiet({ [pending]: '0 9000-100x88' }));
  it('ConsumerBehind stays quiet for a burst that is consumed within five minutes', () =>
    staysQuiet({ [pending]: '0x20 5000-1000x5 0x64' }));

  it('EventsFailing fires when an event fails for a quarter of an hour', () =>
    fires('EventsFailing', { not: 12, but: 30 }, { [redelivered]: '0x9 1x80' }));
  it('EventsFailing stays quiet for events that fail for some minutes and become dead letters', () =>
    staysQuiet({ [redelivered]: '0x9 3x5 0x74' }));

  it('DeadLetters fires when there is a dead letter', () =>
    fires('DeadLetters', { not: 9, but: 12 }, { [items('booking', 'dead_letters')]: '0x9 1x80' }));

  it('PaymentsLate fires when status checks with a provider are overdue', () =>
    fires('PaymentsLate', { not: 10, but: 13 }, { [age('payment', 'refreshes')]: '0+60x90' }));

  it('ProviderAway fires when the provider is unavailable in 2 of 3 calls', () =>
    fires('ProviderAway', { not: 10, but: 22 }, { [calls('unavailable')]: '0+120x90' }));
  it('ProviderAway stays quiet when the provider is unavailable in 1 of 3 calls', () =>
    staysQuiet({ [calls('unavailable')]: '0+30x90' }));

  it('AccountRefused fires while a provider does not accept the account of a venue', () =>
    fires('AccountRefused', { not: 9, but: 12 }, { [items('payment', 'refused_accounts')]: '0x9 1x80' }));

  it('Redis fires when a server rejects the password of one pod', () =>
    fires('Redis', { not: 13, but: 16 }, { [redis('refused')]: '0x9 1x80', [redis('ready')]: '3x9 2x80' }));
  it('Redis stays quiet when a server restarts within four minutes', () =>
    staysQuiet({ [redis('away')]: '0x20 1x4 0x65' }));

  it('NoticesLate fires when mail waits for over a quarter of an hour', () =>
    fires('NoticesLate', { not: 19, but: 23 }, { [age('booking', 'mail')]: '0+60x90' }));
  it('NoticesLate fires when webhooks wait for over an hour, not before', () =>
    fires('NoticesLate', { not: 64, but: 68 }, { [age('booking', 'webhooks')]: '0+60x90' }));

  it('MailRefused fires when the mail server rejects all mail', () =>
    fires(
      'MailRefused',
      { not: 44, but: 58 },
      { [mails('sent')]: '0+4x20 80x69', [mails('given_up')]: '0x20 0+4x69' },
    ));
  it('MailAway fires when the mail server fails and no mail is sent', () =>
    fires(
      'MailAway',
      { not: 75, but: 89 },
      { [mails('sent')]: '0+4x5 20x84', [mails('server_failed')]: '0x5 0+1x84' },
    ));
  it('MailAway stays quiet when the mail server failed briefly and mail is sent afterwards', () =>
    staysQuiet({ [mails('sent')]: '0x35 1x54', [mails('server_failed')]: '0x30 2x59' }));
  it('MailRefused stays quiet when a few guests mistype their addresses in a quiet hour', () =>
    staysQuiet({
      [mails('sent')]: '0x90',
      [mails('server_failed')]: '0x90',
      [mails('given_up')]: '0x20 1x10 3x10 5x48',
    }));

  it('CredentialsRefused fires when somebody guesses tokens', () =>
    fires(
      'CredentialsRefused',
      { not: 13, but: 28 },
      {
        [refused('credentials', 'refused')]: '0x9 30x80',
        [refused('credentials', 'limited')]: '0x9 0+30x80',
      },
    ));
  it('CredentialsRefused stays quiet for a program that uses a revoked token twice a minute', () =>
    staysQuiet({ [refused('credentials', 'refused')]: '0+2x90' }));
  it('CredentialsRefused stays quiet for guesses at another release in the cluster', () =>
    staysQuiet({ [refused('credentials', 'limited', 'elsewhere')]: '0+60x90' }));

  it('Attention fires when the attention list has had items for an hour', () =>
    fires('Attention', { not: 55, but: 75 }, { [items('payment', 'attention')]: '0x10 2x80' }));

  it('each have a test in which they fire', () => {
    assert.deepEqual([...tried].sort(), documentedAlerts.toSorted());
  });
});
