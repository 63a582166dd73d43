import { useMemo } from 'react';
import { encode } from 'uqr';

/** The width of the margin that QR readers need, in modules (the squares of a QR code). */
const QUIET_MODULES = 4;
const PICTURE_PX = 1200; // large enough for a sharp print of 10 cm

export interface QrCode {
  size: number;
  /** An SVG path with one unit square per dark module. */
  path: string;
  isDark: (row: number, column: number) => boolean;
}

/** A QR code with error correction level M (up to 15% damage) or Q (25%). */
export function qrOf(text: string, ecc: 'M' | 'Q'): QrCode {
  const { size, data } = encode(text, { ecc, border: QUIET_MODULES });
  const isDark = (row: number, column: number) => data[row]?.[column] === true;
  const squares = data.flatMap((modules, row) =>
    modules.flatMap((dark, column) => (dark ? [`M${column} ${row}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join(''), isDark };
}

export const svgOf = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${PICTURE_PX}" height="${PICTURE_PX}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;

/** Renders the QR code as PNG. Each square of the code gets the same whole number of pixels, which keeps edges sharp. */
export function pngOf({ size, isDark }: QrCode): Promise<Blob> {
  const modulePx = Math.ceil(PICTURE_PX / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePx;
  canvas.height = canvas.width;
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('canvas is not supported');
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.fillStyle = '#000';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (isDark(row, column)) paint.fillRect(column * modulePx, row * modulePx, modulePx, modulePx);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('could not encode the PNG'))));
  });
}

export interface QrPictureProps {
  code: QrCode;
  label: string;
  /** CSS pixels per module. By default the width follows from `className`. */
  modulePx?: number;
  className?: string;
}

export function QrPicture({ code: { size, path }, label, modulePx, className }: QrPictureProps) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      {...(modulePx && { width: size * modulePx, height: size * modulePx })}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const SCREEN_MAX_PX = 290;

/** The part of a phone's width that a QR code cannot use: the margins of the page and of the card around the code. */
const BESIDE_PX = 84;

/** The QR code of an IPS payment (instant bank transfer), with the same whole number of pixels for each module. */
export function IpsCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qrOf(text, 'M'), [text]);
  const roomPx = Math.min(SCREEN_MAX_PX, window.innerWidth - BESIDE_PX);
  return (
    <QrPicture
      code={code}
      label={label}
      modulePx={Math.max(1, Math.floor(roomPx / code.size))}
      className="mx-auto block rounded-event"
    />
  );
}
