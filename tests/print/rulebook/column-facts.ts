import type { Fact } from "./facts.ts";

function facts(
  game: string,
  table: readonly (readonly [string, string, string, Record<string, string>?])[],
): Fact[] {
  return table.map(([fact, de, en, choices]) => ({
    game,
    fact,
    de,
    en,
    ...(choices === undefined ? {} : { choices }),
  }));
}

/** What the rule sheets have to tell of games whose columns, rows or hands have rules of their own. */
export const COLUMN_FACTS: readonly Fact[] = [
  ...facts("triple-yahtzee", [
    ["39 boxes", "belegt sind, 13 in jeder der drei Spalten", "are filled, 13 in each of the three columns"],
    [
      "factors",
      "„Doppelt“ zählt doppelt, „Dreifach“ dreifach",
      "“Double” counts double, “Triple” three times",
    ],
    ["bonus for each column", "Den Bonus gibt es für jede Spalte einzeln.", "Each column has its own bonus."],
    ["extra points by column", "100, 200 oder 300 Punkte extra", "100, 200 or 300 extra points"],
    [
      "all three boxes first",
      "sofern das Feld „Yahtzee“ in jeder Spalte schon belegt ist",
      "if the Yahtzee box in every column is already filled",
    ],
    [
      "all three have to hold points",
      "sofern im Feld „Yahtzee“ jeder Spalte schon Punkte stehen",
      "if the Yahtzee box in every column already holds points",
      { repeat_gate: "scored" },
    ],
    [
      "joker after all three number boxes",
      "sofern in jeder Spalte beide Felder belegt sind",
      "if in every column the Yahtzee box and the box for the number rolled are both filled",
    ],
    [
      "adding up",
      "in der Spalte „Doppelt“ mal 2, in der Spalte „Dreifach“ mal 3",
      "times 2 in the Double column, times 3 in the Triple column",
    ],
  ]),
  ...facts("yamb", [
    ["48 turns", "48 Runden", "48 turns"],
    [
      "down",
      "Abwärts: nur von oben nach unten, angefangen bei „Einser",
      "Down: from top to bottom, starting with “Ones",
    ],
    [
      "up",
      "Aufwärts: nur von unten nach oben, angefangen bei „Yamb",
      "Up: from bottom to top, starting with “Yamb",
    ],
    ["free", "Frei: in beliebiger Reihenfolge", "Free: any open box will do"],
    [
      "announced",
      "gleich nach deinem ersten Wurf ansagst – dann musst du es in diesem Zug füllen oder streichen",
      "announce it right after your first roll – then you must fill or strike it in this turn",
    ],
    ["only there", "angesagt wird nur für „Ansage“", "only “Announced” calls for an announcement"],
    [
      "hand",
      "nur mit einem Ergebnis, das alle Würfel in einem einzigen Wurf zeigen",
      "only with a result that all dice show in a single roll",
      { columns: "seven" },
    ],
    [
      "outward",
      "von „Maximum“ nach oben und von „Minimum“ nach unten",
      "from “Maximum” upwards and from “Minimum” downwards",
      { columns: "seven" },
    ],
    ["by the throw", "66, 56 oder 46 Punkte, je nach Wurf", "66, 56 or 46 points, depending on the roll"],
    [
      "the product",
      "es gilt (Maximum − Minimum) × Einser, mindestens aber 0",
      "what counts is (Maximum − Minimum) × Ones, but at least 0",
    ],
    [
      "no strike",
      "„Maximum“ und „Minimum“ werden nie gestrichen.",
      "The Maximum and Minimum boxes can never be struck.",
    ],
    ["bonus", "Ab 60 Punkten in „Summe Zahlen“", "60 points or more in “Sum of numbers”"],
    [
      "climbing bonus",
      "bei 70–79 Punkten 40; bei 80–89 Punkten 50",
      "70–79 a bonus of 40; 80–89 a bonus of 50",
      { bonus: "climbing" },
    ],
    ["six dice", "immer genau fünf Würfel", "You score exactly five dice", { dice: "six" }],
    [
      "adding up",
      "„Zahlen mit Bonus“ + „(Max − Min) × Einser“ + „Summe Kombinationen“",
      "“Numbers with bonus” + “(Max − Min) × Ones” + “Sum of combinations”",
    ],
    ["five alike are no full house", "6-6-6-6-6 zählt hier nicht", "6-6-6-6-6 does not count here"],
    ["last round", "bis zu fünfmal werfen", "you may roll up to five times", { last_round: "five_throws" }],
  ]),
  ...facts("yam", [
    [
      "low below high",
      "In jeder Spalte muss die Zahl bei „Tief“ kleiner sein als die bei „Hoch“; gleich viel genügt nicht.",
      "In each column, the number in “Low” must be lower than the one in “High”; the two may not be equal.",
    ],
    [
      "a struck one is free",
      "Ist eines der beiden Felder gestrichen, entfällt diese Bedingung.",
      "if either box is struck",
    ],
    [
      "sec",
      "Sec: in beliebiger Reihenfolge, aber nur mit einem Ergebnis, das alle",
      "Sec: any open box will do, but only with a result that all",
    ],
    [
      "first throw",
      "aber nur mit deinem ersten Wurf",
      "but only with your first roll",
      { sec: "first_throw" },
    ],
    ["full house", "20 Punkte und dazu alle Augen", "20 points plus all pips"],
    ["straight", "30+15 = 45", "30+15 = 45"],
    ["yam", "40 Punkte und dazu alle Augen", "40 points plus all pips"],
    ["no bonus", "„Summe Zahlen“ + „Summe Kombinationen“", "“Sum of numbers” + “Sum of combinations”"],
    ["bonus", "gibt es 30 Punkte dazu", "earn a bonus of 30", { bonus: "from_60" }],
  ]),
  ...facts("balut", [
    [
      "both countings",
      "höchstens 812 Punkte und 29 Siegpunkte",
      "The highest possible totals are 812 points and 29 victory points",
    ],
    ["28 turns", "28 Runden", "28 turns"],
    [
      "any order",
      "In jeder Spalte darfst du jedes freie Feld füllen.",
      "In each column you may fill any open box.",
    ],
    ["straight", "1+2+3+4+5 = 15", "1+2+3+4+5 = 15"],
    ["balut", "20+15 = 35", "20+15 = 35"],
    [
      "fours",
      "„Vierer“ in allen Spalten zusammen bringt ab 52 Punkten 2 Siegpunkte",
      "In “Fours”, all columns together, 52 points or more earn 2 victory points",
    ],
    [
      "straights",
      "Punkte in allen vier Feldern „Straße“: 4 Siegpunkte",
      "All four Straight boxes scored: 4 victory points",
    ],
    [
      "full houses",
      "Punkte in allen vier Feldern „Full House“: 3 Siegpunkte",
      "All four Full house boxes scored: 3 victory points",
    ],
    [
      "baluts",
      "für ein Feld mit Punkten 2, für zwei 4, für drei 6, für vier 8 Siegpunkte",
      "one box scored earns 2, two earn 4",
    ],
    ["a low score costs", "| 0–299 | −2 |", "| 0–299 | −2 |"],
    ["a high one pays", "| ab 650 | 6 |", "| 650 or more | 6 |"],
    ["winner", "Wer die meisten Siegpunkte hat, gewinnt.", "Whoever has the most victory points wins."],
    ["winner by the score", "Wer die meisten Punkte hat, gewinnt", "most points wins", { winner: "total" }],
  ]),
  ...facts("escalero", [
    [
      "symbols",
      "fünf Würfel mit den Bildern 9, 10, B, D, K und A",
      "five dice with the symbols 9, 10, J, Q, K and A",
    ],
    ["players", "ab 2 Spielern", "2 or more players"],
    [
      "a symbol's worth",
      "3 Punkte für jeden Würfel mit B. | 3+3+3 = 9",
      "3 points for each die showing J. | 3+3+3 = 9",
    ],
    ["drawn as symbols", "K · K · K · 10 · 10", "K · K · K · 10 · 10"],
    [
      "runs",
      "Fünf aufeinanderfolgende Bilder (9 10 B D K oder 10 B D K A)",
      "Five consecutive symbols (9 10 J Q K or 10 J Q K A)",
    ],
    [
      "served",
      "mit allen Würfeln in einem einzigen Wurf, 25 Punkte",
      "served (with all dice in a single roll) 25 points",
    ],
    ["in the first throw only", "serviert 80 Punkte", "served 80 points", { served: "first_throw" }],
    ["columns are won", "haben das mehrere, gewinnt sie niemand", "if there is a tie, nobody does"],
    [
      "what they are worth",
      "„1. Spalte“ ist 1 Siegpunkt wert, „2. Spalte“ 2, „3. Spalte“ 4",
      "“Column 1” is worth 1 victory point, “Column 2” is worth 2, “Column 3” is worth 4",
    ],
    [
      "all three",
      "Wer alle drei Spalten gewinnt, bekommt noch 3 dazu.",
      "Whoever wins all three columns gets another 3.",
    ],
    [
      "paying",
      "jeder zahlt denen, die mehr haben als er, die Differenz",
      "everybody pays each player ahead of them the difference",
    ],
    ["column total", "die Summe ihrer zehn Felder", "the sum of its ten boxes"],
    ["pairs", "Zu viert spielt ihr zwei gegen zwei", "With four players, play in two pairs"],
  ]),
  ...facts("double-cameroon", [
    ["ten dice", "zehn gewöhnliche Würfel", "ten ordinary dice"],
    ["first with all", "zuerst mit allen zehn Würfeln", "first with all ten dice"],
    [
      "two hands",
      "teilst du die zehn Würfel in zwei Hände zu je fünf Würfeln",
      "you split the ten dice into two hands of five",
    ],
    ["five turns", "5 Runden", "5 turns"],
    ["two boxes a turn", "In jeder Runde füllst du zwei Felder", "Each turn you fill two boxes"],
    ["full house", "6+6+6+5+5 = 28", "6+6+6+5+5 = 28"],
    ["little", "Die Folge 1-2-3-4-5; pauschal 21 Punkte", "The run 1-2-3-4-5; a flat 21 points"],
    ["large", "Die Folge 2-3-4-5-6; pauschal 30 Punkte", "The run 2-3-4-5-6; a flat 30 points"],
    [
      "five alike",
      "Alle fünf zeigen dieselbe Zahl; pauschal 50 Punkte",
      "All five show the same number; a flat 50 points",
    ],
  ]),
];
