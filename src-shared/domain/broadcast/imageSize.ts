interface Size {
  width: number;
  height: number;
}

/**
 * How large an image says that it is, by its first bytes; null: it is none of that type. Asked before an image is
 * decoded, since a few kilobytes may ask for gigabytes of pixels.
 */
export function readImageSize(
  type: 'image/png' | 'image/jpeg' | 'image/webp',
  bytes: Uint8Array,
): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = { 'image/png': ofPng, 'image/jpeg': ofJpeg, 'image/webp': ofWebp }[type](view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** PNG (ISO/IEC 15948), 5.2 and 11.2.2: the signature, and IHDR as the first chunk. */
function ofPng(view: DataView): Size | null {
  if (view.getUint32(0) !== 0x8950_4e47 || view.getUint32(4) !== 0x0d0a_1a0a) return null;
  if (textAt(view, 12, 4) !== 'IHDR') return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** JPEG (ITU-T T.81), B.2.2: the size is in the header of the frame, behind segments of other kinds. */
function ofJpeg(view: DataView): Size | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    // SOF0 to SOF15; between them lie tables (DHT, DAC) and a reserved one.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}

/** WebP (RFC 9649), 2.5 to 2.7: lossy, lossless, or with a canvas of its own. */
function ofWebp(view: DataView): Size | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null;
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

const textAt = (view: DataView, at: number, length: number) =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('');
