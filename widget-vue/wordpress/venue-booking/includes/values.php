<?php
/**
 * Validates values from settings, shortcodes and blocks.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Validates and normalizes a value.
 *
 * @param string $name  Name of the value: `tenant`, `api`, `script`, `variant`, `accent`, `radius`, `name`, `locale`, `redirect`, `facility`, `date`, `people`, `mode`, `label` or `reference`.
 * @param mixed  $value The input.
 * @return string|null The value for the widget, empty if there is none; null if it is invalid.
 */
function clean_value( $name, $value ) {
	if ( ! is_scalar( $value ) ) {
		return null;
	}
	$text = trim( preg_replace( '/[\x00-\x1f\x7f]+/', ' ', wp_check_invalid_utf8( (string) $value ) ) );
	if ( '' === $text ) {
		return '';
	}
	switch ( $name ) {
		case 'tenant':
			return matching( '/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/D', strtolower( $text ) );
		case 'api':
			return clean_origin( $text );
		case 'script':
			return clean_address( $text );
		case 'variant':
			return in_array( $text, array( 'strip', 'calendar', 'timeline' ), true ) ? $text : null;
		case 'accent':
			return clean_colour( $text );
		case 'radius':
			return matching( '/^(?:[0-9]|[1-3][0-9]|40)$/D', $text );
		case 'mode':
			return in_array( $text, array( 'inline', 'button', 'dialog' ), true ) ? $text : null;
		case 'name':
		case 'label':
		case 'reference':
			return mb_strlen( $text ) <= 200 ? $text : null;
		case 'facility':
		case 'people':
			return matching( '/^[1-9][0-9]{0,8}$/D', $text );
		case 'date':
			return matching( '/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/D', $text );
		case 'locale':
			return in_array( $text, LANGUAGES, true ) ? $text : null;
		case 'redirect':
			// A path of this site, or a full address.
			return clean_address( 1 === preg_match( '~^/(?!/)~', $text ) ? origin_of( home_url() ) . $text : $text );
	}
	return null;
}

/**
 * Returns the text if it matches.
 *
 * @param string $pattern Regular expression.
 * @param string $text    The text.
 * @return string|null
 */
function matching( $pattern, $text ) {
	return 1 === preg_match( $pattern, $text ) ? $text : null;
}

/**
 * Validates a CSS colour: a name, a hex colour, a function of numbers, or a custom property such as a theme's colours.
 *
 * @param string $text The text.
 * @return string|null
 */
function clean_colour( $text ) {
	$hex      = '#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})';
	$function = '(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([a-z0-9.,%\/+ -]{1,80}\)';
	$variable = 'var\(--[a-z0-9_-]{1,80}\)';
	return matching( "/^(?:$hex|[a-z]{3,24}|$function|$variable)$/iD", $text );
}

/**
 * Validates a web address with its path.
 *
 * @param string $text The text.
 * @return string|null
 */
function clean_address( $text ) {
	$parts = wp_parse_url( $text );
	if ( ! is_array( $parts ) || ! isset( $parts['scheme'], $parts['host'] ) || isset( $parts['user'] ) ) {
		return null;
	}
	if ( strlen( $text ) > 500 || 1 === preg_match( '/[\s"\'<>\\\\]/', $text ) ) {
		return null;
	}
	$address = esc_url_raw( $text, array( 'http', 'https' ) );
	return '' === $address ? null : $address;
}

/**
 * Validates an origin: scheme, host and optional port.
 *
 * @param string $text The text.
 * @return string|null Without a trailing slash.
 */
function clean_origin( $text ) {
	$address = clean_address( untrailingslashit( $text ) );
	$parts   = null === $address ? array() : wp_parse_url( $address );
	return array() === $parts || array_diff_key( $parts, array_flip( array( 'scheme', 'host', 'port' ) ) ) ? null : origin_of( $address );
}

/**
 * Returns the origin of an address, as browsers write it.
 *
 * @param string $address A valid web address.
 * @return string Such as `https://www.example.com`.
 */
function origin_of( $address ) {
	$parts  = wp_parse_url( $address );
	$scheme = strtolower( $parts['scheme'] );
	$usual  = 'https' === $scheme ? 443 : 80;
	$port   = isset( $parts['port'] ) && $usual !== $parts['port'] ? ':' . $parts['port'] : '';
	return $scheme . '://' . strtolower( $parts['host'] ) . $port;
}
