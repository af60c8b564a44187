import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { claimPort } from '../servers/claimPort.ts';
import { eventually } from '../stack/api.ts';
import { runProcess } from '../stack/serviceProcess.ts';
import { buildImage, type Engine, labelsOf } from './engine.ts';
import type { ReplacementImages } from './replacementImages.ts';

/** Tests of the widget image. @param place how it runs, for the title */
export function describeWidget(
  place: string,
  prepared: () => Promise<{ engine: Engine; replacements: ReplacementImages }>,
  options: { skip: boolean },
): void {
  describe(`the widget image, ${place}`, () => {
    it(
      'serves the widget without root, capabilities or write access, and stops on SIGTERM',
      options,
      async () => {
        const { engine, replacements } = await prepared();
        const { buildArgs, caddyArgs: runArgs } = replacements;
        const image = `image-of-the-widget-test:${process.pid}`;
        const container = await buildImage(engine, {
          dockerfile: 'widget-vue/Dockerfile',
          image,
          buildArgs,
          runArgs,
        });
        const settings = { PORT: String(await claimPort()), HOST: '127.0.0.1' };
        const widget = runProcess('widget', container.command(Object.keys(settings)), settings);
        try {
          const url = `http://127.0.0.1:${settings.PORT}`;
          const isUp = () =>
            fetch(`${url}/healthz`).then(
              ({ ok }) => ok,
              () => false,
            );
          await eventually('the widget is served', isUp);
          const headers = { 'Accept-Encoding': 'br' };
          const script = await fetch(`${url}/widget/venue-booking.js`, { headers });
          assert.deepEqual([script.status, script.headers.get('content-encoding')], [200, 'br']);
          assert.ok((await script.text()).length > 50_000);
          assert.equal((await labelsOf(engine, image))['org.opencontainers.image.licenses'], 'MIT');
        } finally {
          assert.equal(await widget.stop(), 0, widget.output());
          await container.remove();
        }
      },
    );
  });
}
