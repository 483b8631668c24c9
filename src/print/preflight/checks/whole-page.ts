import type { Check } from "../finding.ts";

/** The content of a page can be read to its end. */
export const wholePage: Check = ({ isWhole }) => {
  if (isWhole) return [];
  const message = () => "what the page draws breaks off, or goes on without end";
  const hint = "export the file once more: printers stop where viewers go on";
  return [{ code: "broken-page", about: "", times: 1, message, hint, area: null }];
};
