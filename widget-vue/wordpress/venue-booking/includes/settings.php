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

/** What a page may overrule, by the names of the attributes. */
const ATTRIBUTES = array( 'tenant', 'variant', 'accent', 'radius', 'name', 'locale', 'redirect' );

/** Where the script comes from, and where guests' names go: only settings say, never who writes a page. */
const SERVER_SETTINGS = array( 'api', 'script' );

/**
 * Whether the current user may say where the script comes from: on a network not the administrators of one site,
 * as any script would run for the network's administrators too.
 *
 * @return bool
 */
function may_set_server() {
	return current_user_can( is_multisite() ? 'manage_network_options' : 'manage_options' );
}

/**
 * All settings, empty ones included; whatever else has been written into the option is left out.
 *
 * @return array<string, string|int>
 */
function settings() {
	$saved    = get_option( OPTION );
	$saved    = is_array( $saved ) ? $saved : array();
	$settings = array();
	foreach ( array_merge( ATTRIBUTES, SERVER_SETTINGS ) as $name ) {
		$settings[ $name ] = (string) clean_value( $name, isset( $saved[ $name ] ) ? $saved[ $name ] : '' );
	}
	$page                      = isset( $saved['redirect_page'] ) ? $saved['redirect_page'] : 0;
	$settings['redirect_page'] = is_scalar( $page ) ? absint( $page ) : 0;
	return $settings;
}

/**
 * Where the widget's script is.
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
	$values   = array_intersect_key( $settings, array_flip( array_merge( array( 'api' ), ATTRIBUTES ) ) );
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
