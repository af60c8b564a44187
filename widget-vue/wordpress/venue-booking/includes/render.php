<?php
/**
 * From a shortcode or a block to the widget's element.
 *
 * @package VenueBooking
 */

namespace Venue_Booking;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Keeps room for the widget, so that nothing below it moves when it comes: the height that all wrappers keep. */
const RESERVED = 'display:block;min-block-size:clamp(47rem, 165rem - 340vw, 66rem)';

/**
 * The shortcode [venue].
 *
 * @param array<string, string>|string $given Attributes as written.
 * @return string HTML.
 */
function render_shortcode( $given ) {
	return render_widget( is_array( $given ) ? $given : array() );
}

/**
 * A widget, a link in a feed, or for editors what is missing. Guests see nothing of what is missing.
 *
 * @param array<string, mixed> $given Attributes; those that are empty or not valid are as in the settings.
 * @return string HTML.
 */
function render_widget( array $given ) {
	$problem = problem_of( $given );
	if ( '' !== $problem ) {
		return notice_for_editors( esc_html( $problem ) );
	}
	$values = default_attributes();
	foreach ( ATTRIBUTES as $name ) {
		$value = (string) clean_value( $name, isset( $given[ $name ] ) ? $given[ $name ] : '' );
		if ( '' !== $value ) {
			$values[ $name ] = $value;
		}
	}
	if ( '' === $values['tenant'] || '' === $values['api'] ) {
		return notice_for_editors( what_to_fill_in() );
	}
	if ( is_feed() ) {
		return link_to_page( $values['name'] );
	}
	wp_enqueue_script( SCRIPT );
	return element( $values );
}

/**
 * What of the attributes can't be followed, and must not be replaced by the settings either.
 *
 * @param array<string, mixed> $given Attributes as written.
 * @return string A text, empty when all is well.
 */
function problem_of( array $given ) {
	if ( isset( $given['tenant'] ) && null === clean_value( 'tenant', $given['tenant'] ) ) {
		// Not that of the settings: guests would book at another venue than was meant.
		$written = is_scalar( $given['tenant'] ) ? (string) $given['tenant'] : '?';
		/* translators: %s: what was written */
		return sprintf( __( '“%s” is not a valid venue slug. Use only lowercase letters, digits and hyphens.', 'venue-booking' ), $written );
	}
	$api = isset( $given['api'] ) ? (string) clean_value( 'api', $given['api'] ) : '';
	if ( '' !== $api && settings()['api'] !== $api ) {
		// Written when a page could name its server: on that of the settings the venue may be another one.
		/* translators: %s: what was written */
		return sprintf( __( '“%s” is not the API address of this website. The API address can only be changed in the settings. Remove it from the shortcode. In a block, it is removed when you change and save the block.', 'venue-booking' ), $api );
	}
	return '';
}

/**
 * The element's tag.
 *
 * @param array<string, string> $values Valid attributes.
 * @return string HTML.
 */
function element( array $values ) {
	$tag = '<venue-booking';
	foreach ( array_filter( $values, 'strlen' ) as $name => $value ) {
		$tag .= sprintf( ' %s="%s"', $name, esc_attr( $value ) );
	}
	// Shown until the widget has come, and where it can't.
	$instead = __( 'You can also call or mail us to book.', 'venue-booking' );
	return $tag . sprintf( ' style="%s"><p>%s</p></venue-booking>', esc_attr( RESERVED ), esc_html( $instead ) );
}

/**
 * What a feed shows, as nothing runs there.
 *
 * @param string $name Name of the venue, or an empty text.
 * @return string HTML.
 */
function link_to_page( $name ) {
	$text = __( 'Book on our website', 'venue-booking' );
	if ( '' !== $name ) {
		/* translators: %s: name of the venue */
		$text = sprintf( __( 'Book at %s', 'venue-booking' ), $name );
	}
	return sprintf( '<a href="%s">%s</a>', esc_url( (string) get_permalink() ), esc_html( $text ) );
}

/**
 * Tells those who edit this site why there is no widget.
 *
 * @param string $html What is wrong and what to do, as HTML.
 * @return string HTML; nothing for guests.
 */
function notice_for_editors( $html ) {
	if ( is_feed() || ! current_user_can( 'edit_posts' ) ) {
		return '';
	}
	return sprintf(
		'<p role="note" style="border:1px solid;border-radius:4px;padding:1em">%s <small>%s</small></p>',
		$html,
		esc_html__( 'Guests don’t see this.', 'venue-booking' )
	);
}

/**
 * Asks for the settings that are missing.
 *
 * @return string HTML.
 */
function what_to_fill_in() {
	$next = esc_html__( 'Ask an administrator to fill them in.', 'venue-booking' );
	if ( current_user_can( 'manage_options' ) ) {
		$next = sprintf( '<a href="%s">%s</a>', esc_url( settings_address() ), esc_html__( 'Open the settings', 'venue-booking' ) );
	}
	return esc_html__( 'The booking form is not shown yet. It needs a venue and the API address.', 'venue-booking' ) . ' ' . $next;
}
