// Shows a colour picker for hex colours; other CSS colours stay a text field.
jQuery(($) => {
  $('#venue-booking-accent')
    .filter((_index, field) => /^(#[0-9a-f]{3}|#[0-9a-f]{6})?$/i.test(field.value))
    .wpColorPicker();
});
