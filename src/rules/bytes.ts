/** Joins byte arrays. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Encodes a text as ISO 8859-1; all characters must be below U+0100. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Decodes ISO 8859-1; `TextDecoder` would decode Windows-1252 instead. */
export function latin1Text(bytes: Uint8Array): string {
  const CHUNK = 1 << 13; // More arguments than a function may take would throw.
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/** Bytes in Base64 (RFC 4648). */
export function base64(bytes: Uint8Array): string {
  return btoa(latin1Text(bytes));
}

/** Decodes Base64, ignoring white space; empty if it is malformed. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return latin1Bytes(atob(text));
  } catch {
    return new Uint8Array();
  }
}
