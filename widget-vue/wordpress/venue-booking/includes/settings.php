<?php
/**
 * The settings, stored in one option.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Name of the option. */
const OPTION = 'venue_booking';

/** Attributes that the settings set for the whole site. */
const SITE_ATTRIBUTES = array( 'tenant', 'variant', 'accent', 'radius', 'name', 'locale', 'redirect' );

/** Attributes that a page may set. */
const ATTRIBUTES = array( 'tenant', 'variant', 'accent', 'radius', 'name', 'locale', 'redirect', 'facility', 'date', 'people', 'mode', 'label', 'reference' );

/** Languages of the widget. */
const LANGUAGES = array( 'nl', 'en', 'de', 'fr' );

/** Addresses of the script and of the API, which gets guests' names. Only settings set them, never the author of a page. */
const SERVER_SETTINGS = array( 'api', 'script' );

/**
 * Whether the current user may set the script and API addresses. On a network, administrators of one site may not,
 * because the script would also run for the network's administrators.
 *
 * @return bool
 */
function may_set_server() {
	return current_user_can( is_multisite() ? 'manage_network_options' : 'manage_options' );
}

/**
 * All settings, including empty ones. Unknown keys of the option are ignored.
 *
 * @return array<string, string|int>
 */
function settings() {
	$saved    = get_option( OPTION );
	$saved    = is_array( $saved ) ? $saved : array();
	$settings = array();
	foreach ( array_merge( SITE_ATTRIBUTES, SERVER_SETTINGS ) as $name ) {
		$settings[ $name ] = (string) clean_value( $name, isset( $saved[ $name ] ) ? $saved[ $name ] : '' );
	}
	$page                      = isset( $saved['redirect_page'] ) ? $saved['redirect_page'] : 0;
	$settings['redirect_page'] = is_scalar( $page ) ? absint( $page ) : 0;
	return $settings;
}

/**
 * Address of the widget's script.
 *
 * @return string Empty if neither a script nor an API address is set.
 */
function script_address() {
	$settings = settings();
	if ( '' !== $settings['script'] ) {
		return $settings['script'];
	}
	return '' === $settings['api'] ? '' : $settings['api'] . '/widget/venue-booking.js';
}

/**
 * Default attributes of the element, from the settings.
 *
 * @return array<string, string>
 */
function default_attributes() {
	$settings = settings();
	$empty    = array_fill_keys( array_merge( array( 'api' ), ATTRIBUTES ), '' );
	$values   = array_merge( $empty, array_intersect_key( $settings, $empty ) );
	$page     = $settings['redirect_page'];
	if ( '' === $values['redirect'] && $page && 'publish' === get_post_status( $page ) ) {
		$values['redirect'] = (string) get_permalink( $page );
	}
	if ( '' === $values['locale'] ) {
		$values['locale'] = language_of( get_locale() );
	}
	return $values;
}

/**
 * The widget's language for a locale of WordPress.
 *
 * @param string $locale Such as `de_AT`.
 * @return string English if the widget does not have the language.
 */
function language_of( $locale ) {
	$language = substr( $locale, 0, 2 );
	return in_array( $language, LANGUAGES, true ) ? $language : 'en';
}

/**
 * Address of the settings page.
 *
 * @return string
 */
function settings_address() {
	return admin_url( 'options-general.php?page=venue-booking' );
}
