import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Site } from './site.ts';

/** PHP code that creates a user of the first site. */
const newUser = (role: string) =>
  `$${role} = wp_insert_user(['user_login' => 'network-${role}', 'user_pass' => 'x', 'user_email' => '${role}@network.example']);
   add_user_to_blog(1, $${role}, '${role}');`;

export function network(site: () => Site): void {
  describe('on a network', () => {
    const php = <T>(code: string) => site().php<T>(code, { network: true });

    beforeAll(async () => {
      await site().php(`
        global $wpdb;
        require_once ABSPATH . 'wp-admin/includes/network.php';
        foreach ($wpdb->tables('ms_global') as $table => $name) $wpdb->$table = $name;
        install_network();
        return populate_network(1, '127.0.0.1', 'admin@example.com', 'Network', '/', false) === true;`);
      await php('return grant_super_admin(1);');
    });

    it('lets only network administrators set the script’s address', async () => {
      const before = { tenant: 'badhuis', api: 'https://book.example.com', script: '' };
      await site().configure(before);
      const [changed, field, byNetwork] = await php<
        [Record<string, string>, string, Record<string, string>]
      >(`
        ${newUser('administrator')}
        $other = ['tenant' => 'other', 'api' => 'https://evil.example', 'script' => 'https://evil.example/x.js'];
        wp_set_current_user($administrator);
        foreach (['connection', 'settings-fields', 'settings-page'] as $file) require_once WP_PLUGIN_DIR . "/venue-booking/includes/$file.php";
        Venue_Booking\\register_settings();
        update_option('venue_booking', $other);
        $changed = get_option('venue_booking');
        ob_start();
        Venue_Booking\\show_field(['name' => 'script']);
        $field = ob_get_clean();
        wp_set_current_user(1);
        update_option('venue_booking', $other);
        return [$changed, $field, get_option('venue_booking')];`);
      const { tenant, api, script } = changed;
      assert.deepEqual({ tenant, api, script }, { ...before, tenant: 'other' });
      assert.match(field, / readonly>.*Only network administrators can change this/);
      assert.equal(byNetwork.script, 'https://evil.example/x.js');
    });

    it('deletes everything on every site when it is deleted', async () => {
      const left = await php(`
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
        return [$before, $count()];`);
      assert.deepEqual(left, [
        [1, 1],
        [0, 0],
      ]);
    });
  });
}
