import { useEffect, useState } from "preact/hooks";
import type { ShownSheet } from "../../engine/checker.ts";

/** The straightened photo of a sheet, decoded; null until then, and where there is none. */
export function usePicture(sheet: Pick<ShownSheet, "id" | "picture"> | null): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const picture = sheet?.picture ?? null;
  useEffect(() => {
    setImage(null);
    if (picture === null) return;
    const decoded = new Image();
    const url = URL.createObjectURL(new Blob([new Uint8Array(picture.jpeg)], { type: "image/jpeg" }));
    decoded.src = url;
    let isLate = false;
    // Without it, boxes can still be corrected in the table.
    decoded.decode().then(
      () => !isLate && setImage(decoded),
      () => undefined,
    );
    return () => {
      isLate = true;
      URL.revokeObjectURL(url);
    };
    // The picture of a sheet never changes.
  }, [sheet?.id]);
  return image;
}
