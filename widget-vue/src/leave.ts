/**
 * To the payment page, which takes the whole window also from inside a frame: neither it nor providers let
 * themselves be framed.
 * @throws `SecurityError` in a frame that may do so only on a click, or not at all
 */
export function leaveFor(url: string): void {
  (window.top ?? window).location.href = url;
}
