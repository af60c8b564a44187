import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pluginFiles, pluginFolder } from '../../widget-vue/wordpress/tools/pluginFiles.ts';
import { findPhp } from '../servers/php.ts';
import { bookings } from './wordpress/bookings.ts';
import { editor } from './wordpress/editor.ts';
import { hostileValues } from './wordpress/hostile.ts';
import { settings } from './wordpress/settings.ts';
import { inWordPress } from './wordpress/site.ts';

const run = promisify(execFile);

describe('WordPress', () => {
  const site = inWordPress();
  bookings(site);
  editor(site);
  settings(site);
  hostileValues(site);

  it('PHP of today reads every file', async () => {
    const { program, args } = await findPhp();
    const env = { ...process.env, ...program.env };
    for (const file of pluginFiles('php'))
      await run(program.file, [...args, '-l', path.join(pluginFolder, file)], { env });
  });

  it('deleting it leaves nothing on any site of a network', async () => {
    await site().php(`
      global $wpdb;
      require_once ABSPATH . 'wp-admin/includes/network.php';
      foreach ($wpdb->tables('ms_global') as $table => $name) $wpdb->$table = $name;
      install_network();
      return populate_network(1, '127.0.0.1', 'admin@example.com', 'Network', '/', false) === true;`);
    const left = await site().php(
      `
      global $wpdb;
      $other = wpmu_create_blog('127.0.0.1', '/other/', 'Other', 1);
      $count = fn() => array_map(
        fn($blog) => (int) $wpdb->get_var("SELECT COUNT(*) FROM {$wpdb->get_blog_prefix($blog)}options WHERE option_name = 'venue_booking'"),
        [1, $other]
      );
      update_blog_option(1, 'venue_booking', ['tenant' => 'one']);
      update_blog_option($other, 'venue_booking', ['tenant' => 'two']);
      $before = $count();
      uninstall_plugin('venue-booking/venue-booking.php');
      return [$before, $count()];`,
      { network: true },
    );
    assert.deepEqual(left, [
      [1, 1],
      [0, 0],
    ]);
  });

  // Stays last: it ends with the plugin gone.
  it('nothing of the plugin is left when it is deleted, and PHP never complained about it', async () => {
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
