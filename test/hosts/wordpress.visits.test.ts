import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { pluginFiles, pluginFolder } from '../../widget-vue/wordpress/tools/pluginFiles.ts';
import { findPhp } from '../servers/php.ts';
import { bookings } from './wordpress/bookings.ts';
import { editor } from './wordpress/editor.ts';
import { hostileValues } from './wordpress/hostile.ts';
import { network } from './wordpress/network.ts';
import { settings } from './wordpress/settings.ts';
import { inWordPress } from './wordpress/site.ts';

const run = promisify(execFile);

describe('WordPress', () => {
  const site = inWordPress();
  bookings(site);
  editor(site);
  settings(site);
  hostileValues(site);

  it('has PHP files that a current PHP accepts', async () => {
    const { program, args } = await findPhp();
    const env = { ...process.env, ...program.env };
    for (const file of pluginFiles('php'))
      await run(program.file, [...args, '-l', path.join(pluginFolder, file)], { env });
  });

  network(site);

  // Must be last, because it deletes the plugin.
  it('leaves nothing behind when the plugin is deleted, and never caused a PHP message', async () => {
    await site().configure({ tenant: 'badhuis' });
    const rows = () =>
      site().php<number>(
        `global $wpdb; return (int) $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%venue%'");`,
      );
    assert.equal(await rows(), 1);
    await site().php(`deactivate_plugins('venue-booking/venue-booking.php'); return 1;`);
    assert.equal(await rows(), 1, 'deactivating keeps the settings');
    assert.equal(await site().php(`return delete_plugins(['venue-booking/venue-booking.php']);`), true);
    assert.equal(await rows(), 0);
    const complaints = site().log().split('\n');
    assert.deepEqual(
      complaints.filter((line) => line.includes('plugins/venue-booking')),
      [],
    );
  });
});
