import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { clientOf } from '@venue-booking/kit/http/clientAddress';
import { startHealthServer } from '@venue-booking/kit/http/health';
import { createLog } from '@venue-booking/kit/logging/log';
import { connectNats } from '@venue-booking/kit/messaging/natsConnection';
import { createProcessMetrics } from '@venue-booking/kit/metrics/metrics';
import { openPool } from '@venue-booking/kit/postgres/pool';
import express from 'express';
import { describe, it, onTestFinished } from 'vitest';
import { smtpTransport } from '../../services/booking/mail/transport/smtpTransport.ts';
import { connectRedis } from '../../services/booking/redis.ts';
import { gatewayEnv } from '../../services/gateway/env.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe.skipIf(!hasIpv6)('on a machine with IPv6', () => {
  for (const [name, scheme, connect] of [
    ['PostgreSQL', 'postgresql', (url: string) => openPool(url).query('SELECT 1')],
    ['NATS', 'nats', (url: string) => connectNats(url, 'test')],
    [
      'Redis',
      'redis',
      async (url: string) => {
        const redis = connectRedis([url], createLog('test', 'silent'));
        onTestFinished(() => redis.close());
      },
    ],
    ['the mail server', 'smtp', (url: string) => smtpTransport(url).check?.()],
  ] as const)
    it(`${name} is reached at an IPv6 address in brackets`, async () => {
      const server = createServer().listen(0, '::1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const arrived = once(server, 'connection') as Promise<[Socket]>;
      const { port } = server.address() as AddressInfo;
      const connecting = Promise.resolve(connect(`${scheme}://u:p@[::1]:${port}/x`)).catch(() => {});
      const [socket] = await arrived;
      assert.equal(socket.remoteAddress, '::1');
      socket.destroy();
      server.close();
      await connecting;
    });

  it('a proxy and its clients have the same addresses on a socket for both protocols', async () => {
    const trusted = gatewayEnv.shape.TRUST_PROXY.parse('loopback, fd00::/8');
    const seen: string[] = [];
    const app = express().set('trust proxy', trusted);
    app.use((request, response) => {
      seen.push(clientOf(request.ip ?? ''));
      response.end();
    });
    const health = { ready: async () => true, metrics: createProcessMetrics('test') };
    const server = await startHealthServer(health, { port: 0, host: '::', more: app });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const host of ['127.0.0.1', '[::1]'])
      for (const client of ['2001:db8:1:2:3::4', '192.0.2.7'])
        await fetch(`http://${host}:${port}/`, { headers: { 'X-Forwarded-For': client } });
    assert.deepEqual(seen, ['2001:db8:1:2::/64', '192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7']);
  });
});
