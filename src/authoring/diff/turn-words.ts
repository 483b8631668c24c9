import type { Layer, Start } from "../../rules/game/game.ts";
import { colourWords, unusualDice } from "../../i18n/game-words.ts";
import type { Facts } from "./difference.ts";
import { type FactWords, ownWords, type Speaker, together, wordFor, wordIf } from "./speaker.ts";

/** What a game says once: material, turn, start, strikes, ranking. */
export const TURN_WORDS: FactWords<
  | "name"
  | "players"
  | "sheet"
  | "scorekeeper"
  | "dice"
  | "colours"
  | "layers"
  | "hands"
  | "symbols"
  | "rolls"
  | "stop-early"
  | "set-aside"
  | "bank-rolls"
  | "chips"
  | "served-on"
  | "entries"
  | "start"
  | "direction"
  | "strike-marks"
  | "strike-voluntary"
  | "ranking-by"
  | "ranking-order"
  | "ranking-tie"
> = {
  name: ownWords,
  players: playersWords,
  sheet: (value, speaker) => wordFor(speaker, "sheet", value),
  scorekeeper: (value, speaker) => wordIf(speaker, "scorekeeper", value),
  dice: diceWords,
  colours: coloursWords,
  layers: layersWords,
  hands: (n, { language }) => language.say("diff.value.hands", { n }),
  symbols: (symbols, speaker) =>
    symbols.map(([face, symbol]) => `${face} ${ownWords(symbol, speaker)}`).join(", "),
  rolls: (n, { language }) => language.say("unit.throws", { n }),
  "stop-early": (value, speaker) => wordIf(speaker, "allowed", value),
  "set-aside": (value, speaker) => wordFor(speaker, "set-aside", value),
  "bank-rolls": (value, speaker) => wordIf(speaker, "bank-rolls", value),
  chips: ({ count, perTurn }, { language }) =>
    perTurn === null
      ? language.say("diff.value.chips.any", { n: count })
      : language.say("diff.value.chips.limited", { n: count, most: perTurn }),
  "served-on": (value, speaker) => wordFor(speaker, "served-on", value),
  entries: (n, { language }) => language.say("unit.boxes", { n }),
  start: startWords,
  direction: (value, speaker) => wordFor(speaker, "direction", value),
  "strike-marks": (marks) => marks.join(" "),
  "strike-voluntary": (value, speaker) => wordIf(speaker, "strike-voluntary", value),
  "ranking-by": (value, speaker) => wordFor(speaker, "ranking-by", value),
  "ranking-order": (value, speaker) => wordFor(speaker, "ranking-order", value),
  "ranking-tie": (value, speaker) => wordFor(speaker, "tie", value),
};

function playersWords({ min, max }: Facts["players"], { language }: Speaker): string {
  if (max === null)
    return language.say(min === 1 ? "diff.value.players.any" : "diff.value.players.from", { n: min });
  if (min === max) return language.say("unit.players", { n: max });
  return language.say("diff.value.players.range", { min, n: max });
}

function diceWords({ scored }: Facts["dice"], { game, language }: Speaker): string {
  const kinds = unusualDice(game.dice).map(({ n, low, high }) =>
    language.say("diff.value.dice.faces", { dice: language.say("unit.dice", { n }), low, high }),
  );
  const count = game.dice.dice.length;
  const dice = kinds.length === 0 ? language.say("unit.dice", { n: count }) : kinds.join(" + ");
  return scored === count ? dice : language.say("diff.value.dice.scored", { dice, n: scored });
}

/** Faces of one colour together: "1, 6 black; 2, 5 red". */
function coloursWords(_: Facts["colours"], { game, language }: Speaker): string {
  return together(
    colourWords(language, game.dice).map(({ colour, faces }) => `${faces.join(", ")} ${colour}`),
  );
}

function layersWords(layers: readonly Layer[], speaker: Speaker): string {
  return layers.map(({ label }) => ownWords(label, speaker)).join(", ");
}

function startWords({ method, dice, tie }: Start, { language }: Speaker): string {
  const thrown = language.say("unit.dice-dative", { n: dice });
  const who = language.say(`diff.value.start.${method}`, { dice: thrown });
  return together([who, tie === null ? null : language.say("diff.value.start.tie")]);
}
