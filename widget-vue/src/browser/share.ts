/** Whether the browser can share, or at least copy. */
export const canShare = (): boolean => !!(navigator.share ?? navigator.clipboard);

/**
 * Opens the share dialog of the device; without one, copies the text and the address.
 * @returns whether it was copied
 */
export async function share(data: { title: string; text: string; url: string }): Promise<boolean> {
  const isCopy = !navigator.share;
  try {
    if (isCopy) await navigator.clipboard.writeText(`${data.text}\n${data.url}`);
    else await navigator.share(data);
    return isCopy;
  } catch {
    // The guest closed the dialog, or the page's permissions policy forbids both.
    return false;
  }
}
