import type { PadFlags } from "../pad/settings.ts";

/** The flags of `watch`, with those of `pad` that only a block file can give. */
export interface WatchFlags extends Omit<PadFlags, "calibrate" | "out"> {
  /** The folder for the PDFs. */
  readonly out: string;
  /** Whether a page shows what is printed. */
  readonly serve?: boolean;
  /** The port of that page; any that is free if this is left out. */
  readonly port?: number;
  /** Whether that page is opened in a browser. */
  readonly open: boolean;
}
