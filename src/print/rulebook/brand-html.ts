import { escapeHtml } from "../../i18n/html.ts";
import { base64 } from "../../rules/bytes.ts";
import type { Brand, Look } from "../brand.ts";
import { lightenColour } from "../pad/accent.ts";
import { shade } from "../svg/drawing.ts";

// Whose print it is, on a web page.

/** The strip above everything: logo, title and subtitle. Empty if there are none. */
export function brandHead({ branding: { title, subtitle }, look: { logo } }: Brand): string {
  const picture = logo === null ? "" : `<img src="data:image/png;base64,${base64(logo)}" alt="">`;
  const strong = title === null ? "" : `<strong>${escapeHtml(title)}</strong>`;
  const quiet = subtitle === null ? "" : `<span>${escapeHtml(subtitle)}</span>`;
  const words = strong + quiet === "" ? "" : `<p>${[strong, quiet].filter(Boolean).join(" ")}</p>`;
  return picture + words === "" ? "" : `<div class="brand">${picture}${words}</div>\n`;
}

/** The line below everything; empty if there is none. */
export function brandFoot({ branding: { footer } }: Brand): string {
  return footer === null ? "" : `<p class="brand-foot">${escapeHtml(footer)}</p>\n`;
}

/** What a page's policy has to let in besides. */
export function brandSources({ logo }: Look): string[] {
  return logo === null ? [] : ["img-src data:"];
}

/** The variable `--accent` for a page's style: the colour, and a lighter one where the page is dark. Empty without a colour. */
export function accentStyle({ accent }: Look): string {
  if (accent === null) return "";
  const dark = `@media screen and (prefers-color-scheme: dark) { :root { --accent: ${shade(lightenColour(accent))}; } }`;
  return `:root { --accent: ${shade(accent)}; }\n${dark}\n`;
}
