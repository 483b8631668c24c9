/** Hands a file to the browser, which saves it or asks where to. */
export function download(name: string, type: string, content: string | Uint8Array): void {
  const url = addressOf(type, content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** An address at which a file can be opened for a while. */
export function addressOf(type: string, content: string | Uint8Array): string {
  const part = typeof content === "string" ? content : new Uint8Array(content);
  const url = URL.createObjectURL(new Blob([part], { type }));
  setTimeout(() => URL.revokeObjectURL(url), LASTS_MS);
  return url;
}

/** Browsers begin to save a moment after the click. */
const LASTS_MS = 60_000;
