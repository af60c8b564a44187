/** To the payment page, which takes the whole window also from inside a frame: providers refuse to be framed. */
export function leaveFor(url: string): void {
  try {
    (window.top ?? window).location.href = url;
  } catch {
    location.href = url;
  }
}
