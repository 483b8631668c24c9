import { msg } from "../../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import { sarifLog } from "../../../src/authoring/lint/sarif.ts";
import { type Problem, problem, relatedPlace } from "../../../src/rules/problem/problem.ts";

const place = { file: "rules/our game.yaml", line: 3, col: 5, length: 4, text: "    from: 3" };

interface Log {
  $schema: string;
  version: string;
  runs: {
    tool: { driver: { name: string; version: string; rules: { id: string }[] } };
    columnKind: string;
    artifacts: { location: { uri: string } }[];
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: { physicalLocation: { artifactLocation: { uri: string }; region?: object } }[];
      relatedLocations: { id: number; message: { text: string } }[];
    }[];
  }[];
}

/** As programs see it, after a trip through JSON. */
function log(problems: readonly Problem[], file = place.file): Log {
  return JSON.parse(JSON.stringify(sarifLog([{ file, problems }], "1.2.3")));
}

describe("a SARIF log", () => {
  const warning = problem("same-boxes", msg`test.boxes-alike: the boxes are alike`, {
    severity: "warning",
    place,
    hint: msg`test.change-one: change one`,
    related: [relatedPlace(msg`test.other-one: the other one`, { ...place, line: 1 })],
  });
  const error = problem("unknown-key", msg`test.x-not-known: \`x\` is not known`, {
    place: { ...place, col: 9 },
  });
  const [run] = log([warning, error]).runs;

  it("names its version, its schema and its tool", () => {
    const { $schema, version, runs } = log([warning, error]);
    expect(version).toBe("2.1.0");
    expect($schema).toMatch(/^https:\/\/.*sarif-schema-2\.1\.0\.json$/);
    expect(runs).toHaveLength(1);
    expect(run?.tool.driver).toMatchObject({ name: "augenblock", version: "1.2.3" });
    expect(run?.columnKind).toBe("utf16CodeUnits");
  });

  it("describes each rule once, and results point at it", () => {
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(["same-boxes", "unknown-key"]);
    for (const rule of run?.tool.driver.rules ?? []) {
      expect(Object.keys(rule)).toEqual([
        "id",
        "shortDescription",
        "fullDescription",
        "help",
        "defaultConfiguration",
      ]);
    }
    expect(run?.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
      ["same-boxes", 0, "warning"],
      ["unknown-key", 1, "error"],
    ]);
  });

  it("says what, where and what else, with the way out", () => {
    expect(run?.results[0]).toMatchObject({
      message: { text: "the boxes are alike\nchange one" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "rules/our%20game.yaml" },
            region: { startLine: 3, startColumn: 5, endColumn: 9 },
          },
        },
      ],
      relatedLocations: [{ id: 0, message: { text: "the other one" } }],
    });
    expect(run?.results[1]?.message.text).toBe("`x` is not known");
  });

  it("names the file alone where a problem has no place", () => {
    const [result] =
      log([problem("unreadable", msg`test.no-such-file: no such file`)], "nowhere.yaml").runs[0]?.results ??
      [];
    expect(result?.locations).toEqual([{ physicalLocation: { artifactLocation: { uri: "nowhere.yaml" } } }]);
  });

  it("writes paths as URIs", () => {
    const uri = (file: string) => log([], file).runs[0]?.artifacts[0]?.location.uri;
    expect(uri("a/b.yaml")).toBe("a/b.yaml");
    expect(uri("/home/ä b.yaml")).toBe("file:///home/%C3%A4%20b.yaml");
    expect(uri("C:\\rules\\a.yaml")).toBe("file:///C:/rules/a.yaml");
  });

  it("has no results where nothing was found", () => {
    expect(log([]).runs[0]?.results).toEqual([]);
    expect(log([]).runs[0]?.tool.driver.rules).toEqual([]);
  });
});
