import type { Image as UploadedImage } from '@venue-booking/proto/facility/image';
import { ApiError, ofVenue } from '../../api/client.ts';
import { locale, texts } from '../../locale.ts';
import { sizedSvg } from './sizedSvg.ts';

/** Maximum side in pixels that the server stores; larger images only take longer to send. */
const MOST_SIDE = 3200;
/** The largest width in pixels that the server stores. */
const WIDEST = 1600;
const SMALL_BYTES = 1_500_000;
const OURS = /(\/images\/[0-9a-f-]{36}\/)\d+\.webp$/;

/** The URL of the smallest size of an uploaded image. */
export const smallestOf = (url: string): string => url.replace(OURS, '$1480.webp');

/**
 * The smallest size, if there is one. Uploaded images are loaded from this server, whatever its public URL
 * is.
 */
export const thumbnailOf = (url: string): string =>
  OURS.test(url) ? new URL(smallestOf(url), location.origin).pathname : url;

/**
 * Uploads an image to the venue.
 * @param tellProgress called with the share sent, 0 to 1
 * @throws ApiError
 */
export async function uploadImage(
  slug: string,
  file: File,
  tellProgress: (share: number) => void,
): Promise<UploadedImage> {
  const body = file.type === 'image/svg+xml' ? await bitmapOf(file) : await smaller(file);
  // `fetch` has no upload progress.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open('POST', `/api/admin${ofVenue(slug, '/images')}`);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', body.type || 'image/jpeg');
    request.setRequestHeader('Accept-Language', locale.value);
    request.upload.onprogress = ({ loaded, total }) => tellProgress(loaded / total);
    request.onerror = () => reject(new ApiError(0, 'offline', texts.value.connection.uploadFailed));
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as UploadedImage);
      const text = (request.response as { error?: string } | null)?.error ?? String(request.status);
      reject(new ApiError(request.status, request.getResponseHeader('error-code') ?? '', text));
    };
    request.send(body);
  });
}

/**
 * Draws an SVG as a bitmap in the largest stored width. The browser runs no scripts of an image and loads
 * nothing for it, so that only pixels reach the server. A file that can't be drawn is sent unchanged, and the
 * server rejects it.
 */
async function bitmapOf(file: File): Promise<Blob> {
  try {
    const image = new Image();
    // The content security policy allows `data:`, not `blob:`.
    const source = sizedSvg(await file.text());
    image.src = await dataUrlOf(new Blob([source], { type: 'image/svg+xml' }));
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = WIDEST / Math.max(width, height);
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } catch {
    return file;
  }
}

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/**
 * Scales a large photo down, so that it uploads in seconds. A file that can't be decoded is sent unchanged.
 */
async function smaller(file: File): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return made.size < file.size ? made : file;
  } catch {
    return file;
  }
}
