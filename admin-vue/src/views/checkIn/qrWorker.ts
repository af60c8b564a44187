import jsQR from 'jsqr';

/** A worker that reads QR codes for browsers without `BarcodeDetector`. */
addEventListener('message', ({ data: { data, width, height } }: MessageEvent<ImageData>) => {
  postMessage(jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null);
});
