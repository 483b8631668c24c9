import { t } from "./language.ts";
import { printError } from "./output.ts";

/** Opens an address in the user's browser; where that is impossible, the printed address has to do. */
export async function openBrowser(address: string): Promise<void> {
  const reportBrowserFailure = () =>
    printError(t("cli.no-browser-could")`No browser could be opened; open this address yourself.`);
  try {
    const { default: open } = await import("open");
    (await open(address)).once("error", reportBrowserFailure);
  } catch {
    reportBrowserFailure();
  }
}
