import { describe, expect, it } from "vitest";
import { Kept, type KeptVariant } from "../../src/studio/engine/kept.ts";
import { FakeBrowser } from "../support/studio.ts";

const game = (key: string, text: string): KeptVariant => ({ key, text, name: "", changed: Number(key) });
const texts = (all: readonly KeptVariant[]) => all.map(({ key, text }) => `${key}: ${text}`).sort();

describe("what the browser keeps", () => {
  it.each([true, false])("goes on after the browser closed the connection (told: %s)", async (isTold) => {
    const browser = new FakeBrowser();
    const kept = new Kept(browser.open);
    await kept.variants.keep(game("1", "a"));
    browser.closeAll(isTold);
    await kept.variants.keep(game("2", "b"));
    expect(kept.keeping).toEqual({ isKept: true, unsaved: 0 });
    browser.closeAll(isTold);
    await kept.variants.forget("1");
    expect(kept.keeping).toEqual({ isKept: true, unsaved: 0 });
    expect(texts(await new Kept(browser.open).variants.all())).toEqual(["2: b"]);
  });

  it("is told when nothing can be kept, holds everything meanwhile, and is kept as soon as it can be", async () => {
    const browser = new FakeBrowser();
    const kept = new Kept(browser.open);
    const told: unknown[] = [];
    kept.onChange((keeping) => told.push(keeping));
    await kept.variants.keep(game("1", "a"));
    browser.fails = () => true;
    browser.closeAll(false);
    await kept.variants.keep(game("2", "b"));
    await kept.received.keep(game("3", "c"));
    expect(texts(await kept.variants.all())).toEqual(["1: a", "2: b"]);
    expect(kept.variants.unsaved.map(({ key }) => key)).toEqual(["2"]);
    browser.fails = () => false;
    await kept.received.keep(game("4", "d"));
    expect(told).toEqual([
      { isKept: true, unsaved: 0 },
      { isKept: false, unsaved: 1 },
      { isKept: false, unsaved: 2 },
      { isKept: true, unsaved: 0 },
    ]);
    const later = new Kept(browser.open);
    expect(texts(await later.variants.all())).toEqual(["1: a", "2: b"]);
    expect(texts(await later.received.all())).toEqual(["3: c", "4: d"]);
  });

  it("is still told to be lost where reading works and writing does not", async () => {
    const browser = new FakeBrowser();
    const kept = new Kept(browser.open);
    browser.fails = (step) => step === "write";
    await kept.variants.keep(game("1", "a"));
    expect(texts(await kept.variants.all())).toEqual(["1: a"]);
    await kept.sheets.all();
    expect(kept.keeping).toEqual({ isKept: false, unsaved: 1 });
    browser.fails = () => false;
    await kept.retry();
    expect(kept.keeping).toEqual({ isKept: true, unsaved: 0 });
  });

  it("is what was kept last, whatever fails in between", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      let state = seed * 2_654_435_761;
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const browser = new FakeBrowser();
      const model = new Map<string, string>();
      const kept = new Kept(browser.open);
      const waiting: Promise<unknown>[] = [];
      for (let step = 0; step < 40; step++) {
        const key = String(1 + random(4));
        const kinds = ["keep", "keep", "forget", "close", "fail", "mend", "look", "wait"] as const;
        const kind = kinds[random(kinds.length)] ?? "wait";
        if (kind === "keep") {
          model.set(key, `${seed}.${step}`);
          waiting.push(kept.variants.keep(game(key, `${seed}.${step}`)));
        } else if (kind === "forget") {
          model.delete(key);
          waiting.push(kept.variants.forget(key));
        } else if (kind === "close") browser.closeAll(random(2) === 0);
        else if (kind === "fail") browser.fails = () => random(2) === 0;
        else if (kind === "mend") browser.fails = () => false;
        else if (kind === "wait") await Promise.all(waiting.splice(0));
        else {
          await Promise.all(waiting.splice(0));
          const expected = [...model].map(([name, text]) => `${name}: ${text}`).sort();
          expect(texts(await kept.variants.all()), `seed ${seed}, step ${step}`).toEqual(expected);
        }
      }
      await Promise.all(waiting);
      browser.fails = () => false;
      await kept.retry();
      expect(kept.keeping).toEqual({ isKept: true, unsaved: 0 });
      const expected = [...model].map(([name, text]) => `${name}: ${text}`).sort();
      expect(texts(await new Kept(browser.open).variants.all()), `seed ${seed}`).toEqual(expected);
    }
  });
});
