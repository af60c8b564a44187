<?php
/**
 * The settings: one option, and what comes of it.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Name of the option. */
const OPTION = 'venue_booking';

/** What the widget's element takes, by the names of its attributes. */
const ATTRIBUTES = array( 'tenant', 'api', 'variant', 'accent', 'radius', 'name', 'locale', 'redirect' );

/**
 * All settings, empty ones included.
 *
 * @return array<string, string|int>
 */
function settings() {
	$none  = array_fill_keys( array_merge( ATTRIBUTES, array( 'script' ) ), '' ) + array( 'redirect_page' => 0 );
	$saved = get_option( OPTION );
	return is_array( $saved ) ? array_merge( $none, array_intersect_key( $saved, $none ) ) : $none;
}

/**
 * Where the widget's script is: only settings say, never who writes a page.
 *
 * @return string Empty while it is not known.
 */
function script_address() {
	$settings = settings();
	if ( '' !== $settings['script'] ) {
		return $settings['script'];
	}
	return '' === $settings['api'] ? '' : $settings['api'] . '/widget/venue-booking.js';
}

/**
 * Attributes of the element as the settings have them.
 *
 * @return array<string, string>
 */
function default_attributes() {
	$settings = settings();
	$values   = array_intersect_key( $settings, array_flip( ATTRIBUTES ) );
	$page     = $settings['redirect_page'];
	if ( '' === $values['redirect'] && $page && 'publish' === get_post_status( $page ) ) {
		$values['redirect'] = (string) get_permalink( $page );
	}
	if ( '' === $values['locale'] ) {
		$values['locale'] = 0 === strpos( get_locale(), 'nl' ) ? 'nl' : 'en';
	}
	return $values;
}

/**
 * Address of the settings page.
 *
 * @return string
 */
function settings_address() {
	return admin_url( 'options-general.php?page=venue-booking' );
}
