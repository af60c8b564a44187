<?php
/**
 * The widget's script: once on a page that has a widget, after it, and on no other.
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
 * Makes the script known. It is loaded by who renders a widget.
 *
 * @return void
 */
function register_script() {
	$address = script_address();
	if ( '' !== $address ) {
		// No version: the server tells how long its script may be kept.
		wp_register_script( SCRIPT, $address, array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters
	}
}

/**
 * Lets the page go on while the script is on its way.
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
