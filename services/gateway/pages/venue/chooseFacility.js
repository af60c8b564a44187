// A facility's link opens it in the widget on this page. Without this script, the link reloads the page with it.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-facility]');
  const widget = document.querySelector('venue-booking');
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || !widget || !customElements.get('venue-booking')) return;
  event.preventDefault();
  // Remove it first, so that the facility opens again after the guest has gone back.
  widget.removeAttribute('facility');
  setTimeout(() => {
    widget.setAttribute('date', link.dataset.date);
    widget.setAttribute('facility', link.dataset.facility);
  });
  const heading = document.getElementById('book');
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
});
