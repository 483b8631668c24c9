import { afterEach, describe, expect, it, vi } from "vitest";
import { checkPhotos } from "../../src/cli/commands/check/photos.ts";
import { readCheckSettings } from "../../src/cli/commands/check/settings.ts";
import type { PhotoWorkers } from "../../src/cli/threads/photo-workers.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { need, refusal } from "../../src/rules/problem/problem.ts";
import { language } from "../support/languages.ts";

const MISSING = refusal("missing-file", msg`cli.unreadable-photo: ${"b.jpg"} can’t be read`);

/** Checks `a.jpg`, whose reading throws `thrown`, and `b.jpg`, which is missing. */
async function checkBroken(thrown: unknown) {
  const names = ["a.jpg", "b.jpg"];
  const settings = need(readCheckSettings({ lang: "en", set: {}, jobs: 1 }));
  const workers: PhotoWorkers = {
    threads: 1,
    network: null,
    photo: (at) => (at === 0 ? Promise.reject(thrown) : Promise.resolve(MISSING)),
    close: async () => {},
  };
  const sources = names.map((file) => ({ file, bytes: null }));
  const checked = await checkPhotos(sources, workers, settings, language("en"));
  return (checked ?? []).map(({ file, result }) => ({ file, problems: result.ok ? [] : result.problems }));
}

afterEach(() => vi.unstubAllEnvs());

describe("a photo on which the program itself fails", () => {
  it.each([new Error("boom"), new TypeError("x is not a function"), "a string", undefined])(
    "is reported with its name, without the words of the fault (%s), and hides no other photo",
    async (thrown) => {
      vi.stubEnv("AUGENBLOCK_DEBUG", "");
      const [broken, missing] = await checkBroken(thrown);
      expect(missing).toMatchObject({ file: "b.jpg", problems: [{ code: "missing-file" }] });
      expect(broken?.file).toBe("a.jpg");
      expect(broken?.problems).toMatchObject([
        {
          code: "photo-failed",
          severity: "error",
          place: null,
          words: { message: { id: "check.cant-read-fault", values: ["a.jpg"] } },
        },
      ]);
      const [problem] = broken?.problems ?? [];
      expect(problem?.hint).toContain("AUGENBLOCK_DEBUG=1");
      expect(JSON.stringify(problem)).not.toMatch(/boom|not a function|a string/);
    },
  );

  it("throws its fault where AUGENBLOCK_DEBUG asks for it", async () => {
    vi.stubEnv("AUGENBLOCK_DEBUG", "1");
    await expect(checkBroken(new Error("boom"))).rejects.toThrow("boom");
  });
});
