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

/** Keeps room for the widget, so that nothing below it moves when it comes. */
const RESERVED = 'display:block;min-block-size:47rem';

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
	$values  = default_attributes();
	$unknown = '';
	foreach ( ATTRIBUTES as $name ) {
		$value = clean_value( $name, isset( $given[ $name ] ) ? $given[ $name ] : '' );
		if ( null === $value && 'tenant' === $name ) {
			// Not that of the settings: guests would book at another venue than was meant.
			$values['tenant'] = '';
			$unknown          = is_scalar( $given['tenant'] ) ? (string) $given['tenant'] : '';
		} elseif ( null !== $value && '' !== $value ) {
			$values[ $name ] = $value;
		}
	}
	if ( '' === $values['tenant'] || '' === $values['api'] || '' === script_address() ) {
		return notice_for_editors( $unknown );
	}
	if ( is_feed() ) {
		return link_to_page( $values['name'] );
	}
	wp_enqueue_script( SCRIPT );
	return element( $values );
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
	return $tag . sprintf( ' style="%s"></venue-booking>', esc_attr( RESERVED ) );
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
 * @param string $unknown What was given as a tenant and is none, or an empty text.
 * @return string HTML; nothing for guests.
 */
function notice_for_editors( $unknown ) {
	if ( is_feed() || ! current_user_can( 'edit_posts' ) ) {
		return '';
	}
	if ( '' !== $unknown ) {
		/* translators: %s: what was written */
		$problem = sprintf( __( '“%s” is not the slug of a venue: slugs are small letters, digits and hyphens.', 'venue-booking' ), $unknown );
	} else {
		$problem = __( 'The booking is not shown yet: it needs a venue and the address of its API.', 'venue-booking' );
	}
	$next = esc_html__( 'Ask an administrator to fill them in.', 'venue-booking' );
	if ( current_user_can( 'manage_options' ) ) {
		$next = sprintf( '<a href="%s">%s</a>', esc_url( settings_address() ), esc_html__( 'Open the settings', 'venue-booking' ) );
	}
	return sprintf(
		'<p role="note" style="border:1px solid;border-radius:4px;padding:1em">%s %s <small>%s</small></p>',
		esc_html( $problem ),
		'' === $unknown ? $next : '',
		esc_html__( 'Guests don’t see this.', 'venue-booking' )
	);
}
