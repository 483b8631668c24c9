import type { PaperFlags } from "../../flags.ts";

/** The flags of `watch`. */
export interface WatchFlags extends PaperFlags {
  /** The folder for the PDFs. */
  readonly out: string;
  /** Whether a page shows what is printed. */
  readonly serve?: boolean;
  /** The port of that page; any that is free if this is left out. */
  readonly port?: number;
  /** Whether that page is opened in a browser. */
  readonly open: boolean;
}
