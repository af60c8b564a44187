<?php
/**
 * The block: the same options as the shortcode, rendered by the same code.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Handle of the editor script. */
const EDITOR_SCRIPT = 'venue-booking-editor';

/**
 * Registers the block.
 *
 * @return void
 */
function register_block() {
	$address      = plugins_url( 'block/editor.js', VENUE_BOOKING_FILE );
	$dependencies = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' );
	wp_register_script( EDITOR_SCRIPT, $address, $dependencies, VENUE_BOOKING_VERSION, true );
	wp_set_script_translations( EDITOR_SCRIPT, 'venue-booking', languages_folder() );
	register_block_type(
		dirname( VENUE_BOOKING_FILE ) . '/block',
		array( 'render_callback' => __NAMESPACE__ . '\render_block' )
	);
	add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\tell_editor' );
}

/**
 * Passes the default attributes to the editor script.
 *
 * @return void
 */
function tell_editor() {
	$facts = array(
		'defaults' => default_attributes(),
		'script'   => script_address(),
		'settings' => current_user_can( 'manage_options' ) ? settings_address() : '',
	);
	wp_add_inline_script( EDITOR_SCRIPT, 'window.venueBookingEditor = ' . wp_json_encode( $facts, JSON_HEX_TAG ) . ';', 'before' );
}

/**
 * Renders the block.
 *
 * @param array<string, mixed> $attributes Attributes of the block.
 * @return string HTML.
 */
function render_block( array $attributes ) {
	$html = render_widget( $attributes );
	if ( '' === $html || is_feed() ) {
		return $html;
	}
	return sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $html );
}
