import type { PDFDict } from "@cantoo/pdf-lib";
import type { DeviceSpace } from "./device-space.ts";
import { asDict, decodeStream, lookUpList, lookUpName, lookUpStream } from "./objects.ts";

/** What printing a file says it was made for (PDF/X); null if it does not say so. @internal */
export function pressIntent(catalogue: PDFDict): PDFDict | null {
  const intents = lookUpList(catalogue, "OutputIntents").map(asDict);
  return intents.find((intent) => lookUpName(intent, "S")?.startsWith("GTS_PDFX") === true) ?? null;
}

/** Where a profile says that it is one, and what its colours are (ICC.1, 7.2). */
const PROFILE = { colours: [16, 20], signature: [36, 40] } as const;
const PROFILE_SPACES: Readonly<Record<string, DeviceSpace>> = {
  GRAY: "DeviceGray",
  "RGB ": "DeviceRGB",
  CMYK: "DeviceCMYK",
};

/** The space whose colours the output intent of a file for archives describes (ISO 19005-2, 6.2.3); null without one. @internal */
export function archiveSpace(catalogue: PDFDict): DeviceSpace | null {
  const intents = lookUpList(catalogue, "OutputIntents").map(asDict);
  const intent = intents.find((one) => lookUpName(one, "S") === "GTS_PDFA1") ?? null;
  const stream = lookUpStream(intent, "DestOutputProfile");
  const bytes = stream === null ? null : decodeStream(stream);
  const word = ([from, to]: readonly [number, number]) =>
    new TextDecoder("latin1").decode(bytes?.subarray(from, to));
  return word(PROFILE.signature) === "acsp" ? (PROFILE_SPACES[word(PROFILE.colours)] ?? null) : null;
}
