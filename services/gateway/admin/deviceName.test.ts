import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deviceName } from './deviceName.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('names the browser and operating system of a session', () => {
  const agents = {
    'Chrome, Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`,
    'Edge, Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    'Firefox, Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
    'Chrome, Android': `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet, Android': `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Safari, iPhone': `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Chrome, iPhone': `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} CriOS/143.0.0.0 Mobile/15E148 Safari/604.1`,
    'Safari, macOS': `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`,
  };
  for (const [device, agent] of Object.entries(agents)) assert.equal(deviceName(agent), device);
});

test('returns undefined for an unknown browser', () => {
  for (const agent of [undefined, '', 'curl/8.5.0', '<script>alert(1)</script>'])
    assert.equal(deviceName(agent), undefined);
  assert.equal(deviceName(`${'x'.repeat(500)} Firefox/1`), undefined);
});
