// The program that decodes pictures. A hostile picture can only harm this process, which holds no data and no connection.
import '../platform/private-files.ts';
import { setPriority } from 'node:os';
import { PICTURE_MAX_PIXELS, THUMBNAIL_MAX_PX } from '#domain/limits.ts';
import type { DecodeOrder, DecodeResult, Encoded } from './decode.ts';

const LOWER_THAN_THE_SERVER = 10;
const QUALITY = 82;

async function encoded({ bytes, maxPx }: DecodeOrder): Promise<Encoded | 'bad_picture'> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const input = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error', pages: 1 } as const;
  const within = (px: number) =>
    ({ width: px, height: px, fit: 'inside', withoutEnlargement: true }) as const;
  const { format, compression } = await sharp(bytes, input).metadata();
  const isAllowed = ['jpeg', 'png', 'webp'].includes(format) || (format === 'heif' && compression === 'av1');
  if (!isAllowed) return 'bad_picture';
  const { data, info } = await sharp(bytes, input)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(within(maxPx))
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const thumb = await sharp(data).resize(within(THUMBNAIL_MAX_PX)).webp({ quality: QUALITY }).toBuffer();
  const pixel = await sharp(thumb).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return { picture: data, thumb, width: info.width, height: info.height, color: `#${pixel.toString('hex')}` };
}

async function resultOf(order: DecodeOrder): Promise<DecodeResult> {
  try {
    return await encoded(order);
  } catch {
    return 'bad_picture'; // sharp gives no other sign; that it can be loaded is known
  }
}

setPriority(LOWER_THAN_THE_SERVER);
process.on('message', async (order: DecodeOrder) => {
  const result = await resultOf({ ...order, bytes: Buffer.from(order.bytes) });
  if (process.connected) process.send?.(result);
});
process.once('disconnect', () => process.exit());
