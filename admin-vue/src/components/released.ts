let isPressed = false;
const follow = (pressed: boolean) => () => {
  isPressed = pressed;
};
addEventListener('pointerdown', follow(true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const)
  addEventListener(end, follow(false), { capture: true });

/**
 * Runs `act` now, or after the click in progress. A message that appears between the press and the release of
 * a button would move the button away from the pointer.
 */
export function whenReleased(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const once = new AbortController();
  const after = () => {
    once.abort();
    // After the click event, which follows the release.
    setTimeout(act);
  };
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(end, after, { capture: true, signal: once.signal });
}
