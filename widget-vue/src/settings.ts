/** Where the script came from: the API of a page that names none. A module does not know, and takes the page's own origin. */
const script = document.currentScript as HTMLScriptElement | null;
export const scriptOrigin = script?.src ? new URL(script.src).origin : '';

/** The look that the attributes ask for, as custom properties. What is no colour or number is left out. */
export function themeOf({ accent, radius }: { accent?: string | undefined; radius?: string | undefined }) {
  const pixels = Number.parseFloat(radius ?? '');
  return {
    ...(accent && CSS.supports('color', accent) && { '--vb-accent': accent }),
    ...(pixels >= 0 && { '--vb-radius': `${Math.min(pixels, 40)}px` }),
  };
}
