import { BOX_KINDS, type Evidence, type Script, type TextEvidence } from "./evidence.ts";

/** The mean of what several views of one picture say about the kind of box. @param views at least one */
export function meanKinds(views: readonly Evidence[]): Evidence["kinds"] {
  const kinds = BOX_KINDS.map((kind) => [kind, mean(views.map((view) => view.kinds[kind]))] as const);
  return Object.fromEntries(kinds) as Evidence["kinds"];
}

/**
 * What several views of one picture say about its text together: the mean of the square roots of their probabilities, squared. A view that is
 * beside the point is outvoted, and where views disagree the outcome is unsure, so it is far more rarely sure of something wrong than any view
 * by itself. The mean of the probabilities is too unsure: a single view that can't tell two texts apart outweighs many that can.
 *
 * @param views at least one
 */
export function meanTexts(views: readonly Evidence[]): TextEvidence & Pick<Evidence, "script"> {
  const scripts = views.flatMap(({ script }) => script ?? []);
  return { ...meanText(views), script: scripts.length === views.length ? meanScript(scripts) : null };
}

function meanText(views: readonly TextEvidence[]): TextEvidence {
  const texts = new Set(views.flatMap(({ likely }) => likely.map(({ text }) => text)));
  const weights = new Map([...texts].map((text) => [text, computeTextWeight(views, text)]));
  // Where views disagree, the weights of all texts add up to less than 1.
  const whole = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const share = (one: number) => (whole === 0 ? 0 : Math.min(1, one / whole));
  const probability = (text: string) => share(weights.get(text) ?? computeTextWeight(views, text));
  const likely = [...weights].map(([text, one]) => ({ text, probability: share(one) }));
  return { probability, likely: likely.sort((a, b) => b.probability - a.probability) };
}

/** The square of the mean of the square roots of a text's probabilities. */
function computeTextWeight(views: readonly TextEvidence[], text: string): number {
  let sum = 0;
  for (const view of views) sum += Math.sqrt(view.probability(text));
  return (sum / views.length) ** 2;
}

function meanScript(scripts: readonly Script[]): Script {
  return {
    digitsOf: (text) => {
      const views = scripts.map((script) => script.digitsOf(text));
      const [first = []] = views.filter(({ length }) => length > 0);
      return first.map(({ digit, shares }, at) => {
        const seen = views.map((view) => view[at]?.shares ?? shares);
        return { digit, shares: Array.from(shares, (_, k) => mean(seen.map((one) => one[k] ?? 0))) };
      });
    },
    inHand: (hand) => meanText(scripts.map((script) => script.inHand(hand))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
