<?php
/**
 * The widget's script: loaded once, after the widgets, and only on pages that have one.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Handle of the script. */
const SCRIPT = 'venue-booking-widget';

/**
 * Registers the script. Rendering a widget enqueues it.
 *
 * @return void
 */
function register_script() {
	$address = script_address();
	if ( '' !== $address ) {
		// No version: the server sets how long its script may be cached.
		wp_register_script( SCRIPT, $address, array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters
	}
}

/**
 * Loads the script asynchronously.
 *
 * @param string $tag    Tag of a script.
 * @param string $handle Its handle.
 * @return string
 */
function load_without_waiting( $tag, $handle ) {
	if ( SCRIPT !== $handle || 1 === preg_match( '/\s(?:async|defer)\b/', $tag ) ) {
		return $tag;
	}
	return str_replace( ' src=', ' async src=', $tag );
}
