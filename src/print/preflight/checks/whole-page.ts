import type { Check } from "./check.ts";

/** What a page draws can be followed to its end. */
export const wholePage: Check = ({ isWhole }) => {
  if (isWhole) return [];
  const tell = () => "what the page draws breaks off, or goes on without end";
  const hint = "export the file once more: printers stop where viewers go on";
  return [{ code: "broken-page", about: "", times: 1, tell, hint, area: null }];
};
