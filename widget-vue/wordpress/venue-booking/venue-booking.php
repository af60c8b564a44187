<?php
/**
 * Plugin Name:       Venue Booking
 * Description:       Lets guests book on your own pages: the shortcode [venue] or the block “Venue Booking”.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            Venue Booking
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       venue-booking
 * Domain Path:       /languages
 * Update URI:        false
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

define( 'VENUE_BOOKING_VERSION', '0.1.0' );
define( 'VENUE_BOOKING_FILE', __FILE__ );

require_once __DIR__ . '/includes/values.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/script.php';
require_once __DIR__ . '/includes/render.php';
require_once __DIR__ . '/includes/block.php';
require_once __DIR__ . '/includes/translations.php';

add_filter( 'load_textdomain_mofile', __NAMESPACE__ . '\translate_every_locale', 10, 2 );
add_filter( 'load_script_translation_file', __NAMESPACE__ . '\translate_script_in_every_locale', 10, 3 );
add_action( 'init', __NAMESPACE__ . '\load_translations', 5 );
add_action( 'init', __NAMESPACE__ . '\register_script' );
add_action( 'init', __NAMESPACE__ . '\register_block' );
add_filter( 'script_loader_tag', __NAMESPACE__ . '\load_without_waiting', 10, 2 );
add_shortcode( 'venue', __NAMESPACE__ . '\render_shortcode' );

if ( is_admin() ) {
	require_once __DIR__ . '/includes/connection.php';
	require_once __DIR__ . '/includes/privacy.php';
	require_once __DIR__ . '/includes/settings-fields.php';
	require_once __DIR__ . '/includes/settings-page.php';

	add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
	add_action( 'admin_init', __NAMESPACE__ . '\suggest_privacy_text' );
	add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );
	add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_colour_picker' );
	add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), __NAMESPACE__ . '\link_to_settings' );
}
