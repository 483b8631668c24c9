import { readdirSync } from "node:fs";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, type Result, problem, refusal, success } from "../../rules/problem/problem.ts";
import { statPath, unreadable } from "../read/read-file.ts";

/** A season in a folder of this computer. */
interface FolderAddress {
  readonly kind: "folder";
  readonly folder: string;
  /** For display. */
  readonly place: string;
}

/** A season, or a queue, in a schema of a PostgreSQL server. */
export interface ServerAddress {
  readonly kind: "server";
  /** The schema that its fragment names; null for the usual one. */
  readonly schema: string | null;
  /** For display, without a password. */
  readonly place: string;
  /** What the server's client connects to: it may hold a password, so it is a function and comes into no text or file by itself. */
  url(): string;
}

export type SeasonAddress = FolderAddress | ServerAddress;

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
/**
 * What begins like a URL of any kind (a single letter is a drive of Windows), or is meant for a server in another way: a URL whose
 * colon is forgotten, or the words of PostgreSQL's own programs.
 */
const LIKE_URL = /^(?:[a-z][a-z0-9+.-]+:)+\/|^postgres(?:ql)?[:/]|\b(?:host|password)\s*=/i;
const OF_SERVER = /^postgres(?:ql)?:\/\//i;

/**
 * Where a season lies: the URL of a PostgreSQL server, whose fragment names the season where it holds several
 * (`postgres://host/club#winter`), or else a folder. What looks like any other URL is a problem, which shows nothing of it: it may hold a
 * password.
 */
export function parseSeason(text: string): Result<SeasonAddress> {
  const named = text.trim();
  if (!LIKE_URL.test(named)) return success({ kind: "folder", folder: text, place: text });
  return parseServer(named);
}

/** The address of a PostgreSQL server; a problem for anything else. */
export function parseServer(text: string): Result<ServerAddress> {
  const [url = "", schema = null] = text.trim().split("#");
  // Behind the host an @ is part of a password that holds a sign of URLs.
  const place = OF_SERVER.test(url) && !/@.*[/?].*@/.test(url) ? withoutSecrets(text.trim()) : null;
  if (place === null || !URL.canParse(url))
    return refusal(
      "bad-url",
      msg("files.not-a-postgres-url")`this is not the URL of a PostgreSQL server`,
      msg("files.postgres-url-hint")`write it like this: postgres://name:password@host/database`,
    );
  if (schema !== null && !SCHEMA.test(schema))
    return refusal(
      "bad-url",
      msg(
        "files.bad-schema-name",
      )`the part after \`#\` is not a valid name for a season or queue on a server`,
      msg("files.schema-name-hint")`use up to 40 lowercase letters, digits and underscores`,
    );
  return success({ kind: "server", schema, place, url: () => url });
}

/** A URL without password and query, in which clients look for a password, too; null if it is none. */
function withoutSecrets(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.password = "";
  url.search = "";
  return url.href;
}

// Checks of a season's folder that need no database, which is slow to load.

/** Where the embedded store lies in the folder of a season. */
export const STORE = "store";

/** Where a store is made before it comes to its place. What a process that was killed has left there counts as nothing. */
export const NEW_STORE = `${STORE}.new`;

/** The file that says which process has the folder open. */
export const LOCK = "lock";

/** What may be in the folder of a season before it is begun: hidden files, points of a league, and what we left there ourselves. */
const COUNTS_AS_NOTHING = new RegExp(`^(?:\\..*|league\\.ya?ml|${LOCK}(?:\\..*)?|${NEW_STORE})$`);

/** The name of what a cloud keeps in place of a file or folder that isn't on this disk. */
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/** The file that a cloud placeholder replaces, by its name; null for other files. */
export function parseCloudPlaceholder(name: string): string | null {
  return PLACEHOLDER.exec(name)?.[1] ?? null;
}

/** Whether a season lies in a folder, whole or not. */
export function hasStore(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name === STORE || parseCloudPlaceholder(name) === STORE);
  } catch {
    return false;
  }
}

/** Why a season neither lies in a folder nor can be begun there; null if nothing that is there keeps it from that. */
export function folderFault(folder: string): Problem | null {
  const there = statPath(folder);
  if (there === null || hasStore(folder)) return null;
  if (!there.isDirectory()) {
    const message = msg(
      "files.season-not-a-folder",
    )`${folder} is a file, but a season is a folder or the URL of a server`;
    return problem("no-season", message, {
      hint: msg("files.folder-instead-hint")`name a folder instead`,
    });
  }
  try {
    if (readdirSync(folder).every((name) => COUNTS_AS_NOTHING.test(name))) return null;
  } catch (error) {
    return unreadable(folder, error);
  }
  const message = msg(
    "files.not-a-season-folder",
  )`the folder ${folder} contains something other than a season`;
  return problem("not-a-season", message, {
    hint: msg("files.empty-folder-hint")`name an empty or new folder`,
  });
}
