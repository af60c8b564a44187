// A picker for hex colours; other colours of CSS stay a text.
jQuery(($) => {
  $('#venue-booking-accent')
    .filter((_index, field) => /^(#[0-9a-f]{3}|#[0-9a-f]{6})?$/i.test(field.value))
    .wpColorPicker();
});
