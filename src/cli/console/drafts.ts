import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

// Outputs are written to a draft in the same folder, which is then renamed. Drafts are removed when the command ends, also by a signal.

/** Drafts that may exist. */
const drafts = new Set<string>();

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A new name for the draft of a file or folder, which is removed if the command ends before `placeDraft`. */
export function newDraft(target: string): string {
  const draft = join(dirname(target), `${draftPrefix(target)}${randomUUID().slice(0, 8)}.tmp`);
  note(draft);
  return draft;
}

/** A new folder for temporary files, removed when the command ends. @throws the error of the system */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-"));
  note(folder);
  return folder;
}

function note(draft: string): void {
  if (drafts.size === 0) {
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.on("exit", removeAll);
  }
  drafts.add(draft);
}

/** Moves a draft to its target. An existing folder is moved away first, and back if that fails. @throws the error of the system */
export async function placeDraft(draft: string, target: string): Promise<void> {
  const old = join(dirname(target), `${draftPrefix(target)}${randomUUID().slice(0, 8)}.old`);
  const isFolder = (await stat(target).catch(() => null))?.isDirectory() === true;
  const moves = isFolder && (await stat(draft)).isDirectory();
  // Synchronous, so that no signal handler runs between the two renames.
  if (moves) renameSync(target, old);
  try {
    renameSync(draft, target);
  } catch (error) {
    if (moves) renameSync(old, target);
    throw error;
  }
  if (moves) drafts.add(old);
  forget(draft);
  if (moves) await dropDraft(old);
}

/** Removes a draft, if it is there. */
export async function dropDraft(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  forget(draft);
}

/** No write takes this long. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Removes drafts that an earlier command left behind, for example after a power failure. */
export async function sweepDrafts(target: string): Promise<void> {
  const [folder, stem] = [dirname(target), draftPrefix(target)];
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(stem))) {
    const path = join(folder, name);
    const extension = /^[0-9a-f]{8}\.(tmp|old)$/.exec(name.slice(stem.length))?.[1];
    // If the target is missing, the old folder is the only copy.
    if (extension === undefined || drafts.has(path) || (extension === "old" && !existsSync(target))) continue;
    const changed = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
    if (Date.now() - changed > ABANDONED_MS)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** File names can have 255 bytes, and a character four. */
const MAX_STEM_LENGTH = 50;

/** The prefix of all drafts of a file or folder. */
function draftPrefix(target: string): string {
  return `.${basename(target).slice(0, MAX_STEM_LENGTH)}.`;
}

function forget(draft: string): void {
  drafts.delete(draft);
  if (drafts.size > 0) return;
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off("exit", removeAll);
}

function removeAll(): void {
  for (const draft of drafts) rmSync(draft, { recursive: true, force: true });
}

/** Removes drafts, then ends the program by the same signal. A command with its own handler finishes its writes instead. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}
