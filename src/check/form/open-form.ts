import { type Message, msg } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import { failure, problem, refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { Games } from "../read/read-sheet.ts";
import { type Identity, IDENTITY_FIELD, readIdentity } from "./fields.ts";
import type { FieldTexts, FormFault } from "./read-fields.ts";

/** Why a form can't be read: also that it kept the reader busy for too long. */
type Unread = FormFault | "endless-pdf";

/** Finds the game of a form. @param fields its texts, or why they can't be read @param digestOf makes the digest of a game's rules */
export function openForm(
  file: string,
  fields: FieldTexts | Unread,
  games: Games,
  digestOf: (game: Game) => string,
): Result<{ fields: FieldTexts; game: Game; identity: Identity }> {
  if (typeof fields === "string") {
    const { message, hint } = FAULTS[fields](file);
    return refusal(fields, message, hint);
  }
  const makeOne = msg(
    "check.augenblock-pad-variant",
  )`\`augenblock pad <variant> --profile fillable\` makes one to fill in on a screen`;
  const byHand = msg(
    "check.sheet-filled-hand",
  )`a sheet that was filled in by hand is read from a photo or a scan; ${LOST_FIELDS}`;
  if (fields.size === 0)
    return refusal(
      "no-form",
      msg(
        "check.has-no-fields",
      )`${file} has no fields and no scanned page, so there is nothing in it to be read`,
      byHand,
    );
  const identity = readIdentity(fields.get(IDENTITY_FIELD) ?? "");
  if (identity === null)
    return refusal("no-form", msg("check.form-not-one")`${file} is a form, and not one of our pads`, makeOne);
  const { variant } = identity;
  const game = games(variant, identity.options, {});
  if (!game.ok) {
    // The form names its game; what is missing is where its file lies.
    const hint = msg("check.name-file-made")`name the file it was made from: \`--variant <file>\``;
    const message = msg("check.form-game-which")`the form is of the game \`${variant}\`, which is not here`;
    const notHere = problem("variant-not-here", message, { hint });
    return failure(game.problems.map((one) => (one.code === "unknown-variant" ? notHere : one)));
  }
  if (digestOf(game.value) !== identity.rules) {
    const message = msg(
      "check.form-made-from",
    )`the form was made from another state of \`${variant}\`: its rules have changed since`;
    return refusal(
      "variant-changed",
      message,
      msg("check.give-file-variant")`give the file as it was with \`--variant <file>\``,
    );
  }
  return success({ fields, game: game.value, identity });
}

/** The way out for a sheet that was filled in on a screen and has no fields any more. */
export const LOST_FIELDS = msg(
  "check.form-printed-pdf",
)`a form that was printed to PDF, or flattened, has lost its fields: give it as it was saved before`;

const FAULTS: Readonly<Record<Unread, (file: string) => Readonly<Record<"message" | "hint", Message>>>> = {
  "not-a-pdf": (file) => ({
    message: msg("check.called-pdf-none")`${file} is called a PDF and is none`,
    hint: msg("check.give-ending-what")`give it the ending of what it is: a photo, YAML, JSON or CSV`,
  }),
  "locked-pdf": (file) => ({
    message: msg("check.locked-password")`${file} is locked with a password`,
    hint: msg("check.save-once-more")`save it once more without one`,
  }),
  "broken-pdf": (file) => ({
    message: msg("check.broken-pdf")`${file} is a broken PDF`,
    hint: msg(
      "check.save-once-more-program",
    )`save it once more in the program that it was filled in with; if it is a scan, copy the file again or scan the sheet again`,
  }),
  "too-many-pages": (file) => ({
    message: msg("check.has-more-than")`${file} has more than 500 pages`,
    hint: msg("check.give-pages-sheets")`give the pages that sheets are on as a file of their own`,
  }),
  "endless-pdf": (file) => ({
    message: msg("check.cant-read-keeps")`${file} can’t be read: it keeps the program busy without end`,
    hint: msg("check.one-our-pads")`is it one of our pads?`,
  }),
};
