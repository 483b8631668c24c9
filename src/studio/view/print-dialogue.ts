/** Whether this browser may print a PDF from within a page: phones show none there. */
export function canPrint(): boolean {
  return navigator.pdfViewerEnabled && !matchMedia("(pointer: coarse)").matches;
}

/**
 * Opens the browser's print dialogue for a PDF, in a frame that nobody sees.
 *
 * @param address of the PDF
 * @returns whether it was opened; Firefox lets no page print what its viewer shows
 */
export function printPdf(address: string): Promise<boolean> {
  document.querySelector("iframe.printed")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printed";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  return new Promise((resolve) => {
    frame.addEventListener("load", () => {
      try {
        frame.contentWindow?.focus();
        frame.contentWindow?.print();
        resolve(true);
      } catch {
        frame.remove();
        resolve(false);
      }
    });
    frame.src = address;
    // It stays until the next one: the dialogue prints what it shows.
    document.body.append(frame);
  });
}
