import { encode } from 'uqr';

/** The quiet zone that readers need around the code, in modules. */
const QUIET_MODULES = 4;
const PICTURE_PX = 1200; // sharp at 10 cm in print

export interface QrCode {
  /** Modules along one side, with the quiet zone. */
  size: number;
  /** Of an SVG: one unit square for each dark module. */
  path: string;
  isDark: (row: number, column: number) => boolean;
}

/** An address as a QR code; up to a quarter of it may be scratched or covered. */
export function qrOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'Q', border: QUIET_MODULES });
  const isDark = (row: number, column: number) => data[row]?.[column] === true;
  const squares = data.flatMap((modules, row) =>
    modules.flatMap((dark, column) => (dark ? [`M${column} ${row}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join(''), isDark };
}

/** For the printer's: sharp at any size. */
export const svgOf = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${PICTURE_PX}" height="${PICTURE_PX}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;

/** As a picture, each module the same whole number of pixels. */
export function pngOf({ size, isDark }: QrCode): Promise<Blob> {
  const modulePx = Math.ceil(PICTURE_PX / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePx;
  canvas.height = canvas.width;
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('This browser draws no pictures.');
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.fillStyle = '#000';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (isDark(row, column)) paint.fillRect(column * modulePx, row * modulePx, modulePx, modulePx);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))));
  });
}
