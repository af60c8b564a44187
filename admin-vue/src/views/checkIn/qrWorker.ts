import jsQR from 'jsqr';

/** Reads QR codes beside the page, where the browser has no reader of its own. */
addEventListener('message', ({ data: { data, width, height } }: MessageEvent<ImageData>) => {
  postMessage(jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null);
});
