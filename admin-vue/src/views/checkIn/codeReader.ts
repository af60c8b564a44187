/** Reads the QR code in a camera frame; null if there is none. */
export type CodeReader = { read(video: HTMLVideoElement): Promise<string | null>; close(): void };

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/**
 * Longer side of the scanned frame in pixels. Enough for a ticket's code; twice this size takes four times as
 * long.
 */
const SIDE = 640;

/** Uses the browser's `BarcodeDetector`, or else loads jsQR in a worker. */
export async function openCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  return BarcodeDetector && formats?.includes('qr_code') ? ofBrowser(BarcodeDetector) : ofWorker();
}

function ofBrowser(BarcodeDetector: DetectorClass): CodeReader {
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null,
    close: () => {},
  };
}

function ofWorker(): CodeReader {
  const worker = new Worker(new URL('./qrWorker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read(video) {
      const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      if (!context || canvas.width === 0 || canvas.height === 0) return Promise.resolve(null);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data: text }: MessageEvent<string | null>) => resolve(text);
        worker.onerror = () => reject(new Error('the reader of codes failed'));
        worker.postMessage({ data, width, height }, [data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
