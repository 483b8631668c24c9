import { type Message, msg } from "../../rules/problem/message.ts";
import { createCountParser, type JsonFlag, createChoiceParser } from "../flags.ts";
import type { Command } from "../help.ts";
import { GLUE_EDGES, PROFILE_NAMES } from "../../print/imposition/imposition.ts";
import type { PreflightFinding } from "../../print/preflight/finding.ts";
import type { PdfFault, Preflight } from "../../print/preflight/preflight.ts";
import type { Asked, Purpose } from "../../print/preflight/requirements.ts";
import { problem, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { decimal } from "../../rules/problem/wording.ts";
import { problemText, t } from "../console/language.ts";
import { areaJson, PAINT, print, printJson } from "../console/output.ts";
import { EXIT, problemJson, worstExit } from "../console/failure.ts";
import { pdfThread } from "../threads/pdf-thread.ts";
import { readPdf } from "../../files/read/read-file.ts";

interface Flags extends Partial<Omit<Asked, "purpose">>, JsonFlag {
  readonly profile?: Purpose;
}

/** For scale: 100,000 pages take ten seconds on a slow machine, and half a gigabyte. */
const LIMITS = { maxMs: 60_000, maxBytes: 1024 * 1024 * 1024 } as const;

interface LookedAt {
  readonly file: string;
  readonly result: Result<Preflight>;
}

/** `augenblock preflight`: what a print shop would object to in each PDF. An unreadable file does not stop the others. */
export default function preflightCommand(command: Command): Command {
  return command
    .argument("<files...>", t`cli.preflight-files-argument: PDFs, made by augenblock or not`)
    .option(
      "--profile <name>",
      t`cli.preflight-profile-flag: profile to check against: printshop, copyshop, home, large-print, archive, receipt or fillable (default: the one the file names)`,
      createChoiceParser(...PROFILE_NAMES),
    )
    .option(
      "--glue-edge <edge>",
      t`cli.preflight-glue-edge-flag: glued edge, where no text may be: top, left or none`,
      createChoiceParser(...GLUE_EDGES),
    )
    .option("--glue-mm <mm>", t`cli.glue-mm-flag: width of that edge (default: 10)`, createCountParser(0, 40))
    .option(
      "--safety-mm <mm>",
      t`cli.preflight-safety-mm-flag: distance of text from the cut, at least (default: 4)`,
      createCountParser(0, 40),
    )
    .option("--grey", t`cli.preflight-grey-flag: allow only grey, which needs one printing plate`)
    .option("--json", t`cli.print-json: print JSON`)
    .notes(
      t`cli.preflight-notes: Positions are in mm on the page as displayed. In a very long file, an evenly spread sample of pages is checked.`,
      t`cli.preflight-exit-codes: Exit codes: 0 nothing found, 1 something found, 2 unusable input. For several files the worst one counts.`,
    )
    .examples("preflight block.pdf", "preflight block.pdf --profile printshop --glue-edge left --glue-mm 8")
    .action(preflight);
}

async function preflight(files: readonly string[], flags: Flags): Promise<void> {
  const { profile, json = false, ...rest } = flags;
  const asked: Asked = { ...rest, ...(profile === undefined ? {} : { purpose: profile }) };
  const thread = pdfThread("preflight", LIMITS);
  const looked: LookedAt[] = [];
  for (const file of files) looked.push({ file, result: await preflightFile(file, asked, thread) });
  await thread.close();
  if (json) printJson({ files: looked.map(fileJson) });
  else print(looked.map(formatPreflightResult).join("\n"));
  const exits = looked.map(({ result }) => {
    if (!result.ok) return EXIT.unusable;
    return result.value.findings.length > 0 ? EXIT.mistakes : EXIT.correct;
  });
  process.exitCode = worstExit(exits);
}

async function preflightFile(file: string, asked: Asked, thread: ReturnType<typeof pdfThread<"preflight">>) {
  const bytes = readPdf(file, "pdf", msg`cli.large-pdf-hint: export it in parts`);
  if (!bytes.ok) return bytes;
  const answer = await thread.run({ bytes: bytes.value, asked });
  if (typeof answer === "object") return success(answer);
  const { message, hint } = FAULTS[answer](file);
  return refusal(answer, message, hint);
}

/** Why a file can’t be checked, and the way out. */
type Fault = Readonly<Record<"message" | "hint", Message>>;

const FAULTS: Readonly<Record<PdfFault | "endless-pdf", (file: string) => Fault>> = {
  "not-a-pdf": (file) => ({
    message: msg`cli.not-a-pdf: ${file} is not a PDF`,
    hint: msg`cli.not-a-pdf-hint: give the PDF for the print shop; most programs can export pictures as PDF`,
  }),
  "locked-pdf": (file) => ({
    message: msg`cli.locked-pdf: ${file} is locked; print shops don’t accept such files`,
    hint: msg`cli.locked-pdf-hint: save it again without a password`,
  }),
  "broken-pdf": (file) => ({
    message: msg`check.broken-pdf: ${file} is a damaged PDF`,
    hint: msg`cli.broken-pdf-hint: export it again; \`qpdf broken.pdf mended.pdf\` can often repair it`,
  }),
  "endless-pdf": (file) => ({
    message: msg`check.endless-pdf: ${file} can’t be read: parsing it timed out`,
    hint: msg`cli.endless-pdf-hint: export it again, or in parts`,
  }),
};

/** More findings are only counted. */
const MAX_PRINTED_FINDINGS = 40;

function formatPreflightResult({ file, result }: LookedAt): string {
  if (!result.ok) return problemText(result.problems, PAINT);
  const { purpose, pages, looked, findings } = result.value;
  const count = pages === 1 ? msg`cli.one-page: 1 page` : msg`cli.page-count: ${pages} pages`;
  const part = looked < pages ? msg`cli.pages-sampled: ${count}, ${looked} of them checked` : count;
  const found =
    findings.length === 0 ? msg`cli.preflight-ok: ok` : msg`cli.preflight-found: ${findings.length} found`;
  const head = t`cli.preflight-summary: ${file}: ${found} (${purpose ?? msg`cli.any-print-shop: any print shop`}, ${part})`;
  const limits =
    purpose === "archive"
      ? [
          t`cli.archive-limits: Not checked for PDF/A-2: outlines and widths inside fonts, the contents of images and colour profiles, and structure.`,
        ]
      : [];
  if (findings.length === 0) return [head, ...limits].join("\n");
  const problems = findings
    .slice(0, MAX_PRINTED_FINDINGS)
    .map((one) => problem(one.code, formatFindingLocation(one), { hint: one.words.hint }));
  const more = findings.length - MAX_PRINTED_FINDINGS;
  const rest = more > 0 ? [t`cli.more-findings: and ${more} more; --json lists them all`] : [];
  return [head, problemText(problems, PAINT), ...rest, ...limits, ""].join("\n\n").trimEnd();
}

/** A finding with its place: `page 3 and 2 more, 12.0 mm from the left, 30.5 mm from the top: …`; the file as a whole has none. */
function formatFindingLocation({
  pages: [first, ...others],
  area,
  words: { message },
}: PreflightFinding): Message {
  if (first === undefined) return message;
  const pages =
    others.length === 0
      ? msg`cli.finding-page: page ${first}`
      : msg`cli.finding-pages: page ${first} and ${others.length} more`;
  if (area === null) return msg`cli.finding-on-page: ${pages}: ${message}`;
  const [x, y] = [decimal(area.xMm, 1), decimal(area.yMm, 1)];
  return msg`cli.finding-at: ${pages}, ${x} mm from the left, ${y} mm from the top: ${message}`;
}

function fileJson({ file, result }: LookedAt): object {
  if (!result.ok) return { file, problems: result.problems.map((one) => problemJson(one, file)) };
  const { purpose, pages, looked, findings } = result.value;
  const nowhere = { xMm: null, yMm: null, widthMm: null, heightMm: null };
  const plain = findings.map(({ code, pages, area, message, hint }) => {
    return { code, pages, ...(area === null ? nowhere : areaJson(area, 100)), message, hint };
  });
  return { file, profile: purpose, pages, looked, findings: plain, problems: [] };
}
