import { readdirSync } from "node:fs";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, type Result, problem, refusal, success, tryOr } from "../../rules/problem/problem.ts";
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
  /** The schema from the URL's fragment; null for the default. */
  readonly schema: string | null;
  /** For display, without a password. */
  readonly place: string;
  /** The URL for the client. It may contain a password, so it is a function, which is never printed or serialised by accident. */
  url(): string;
}

export type SeasonAddress = FolderAddress | ServerAddress;

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
/**
 * Texts that begin like any URL (a single letter is a Windows drive), or are meant for a server: a URL without its colon, or PostgreSQL's
 * connection keywords.
 */
const LIKE_URL = /^(?:[a-z][a-z0-9+.-]+:)+\/|^postgres(?:ql)?[:/]|\b(?:host|password)\s*=/i;
const OF_SERVER = /^postgres(?:ql)?:\/\//i;

/**
 * Parses the address of a season: the URL of a PostgreSQL server, with the season in the fragment if it holds several
 * (`postgres://host/club#winter`), or a folder. Anything like another URL is a problem, whose message never repeats it, because it may
 * contain a password.
 */
export function parseSeason(text: string): Result<SeasonAddress> {
  const named = text.trim();
  if (!LIKE_URL.test(named)) return success({ kind: "folder", folder: text, place: text });
  return parseServer(named);
}

/** The address of a PostgreSQL server; a problem for anything else. */
export function parseServer(text: string): Result<ServerAddress> {
  const [url = "", schema = null] = text.trim().split("#");
  // An @ after the host belongs to a password with unescaped special characters.
  const place = OF_SERVER.test(url) && !/@.*[/?].*@/.test(url) ? withoutSecrets(text.trim()) : null;
  if (place === null || !URL.canParse(url))
    return refusal(
      "bad-url",
      msg`files.not-a-postgres-url: this is not the URL of a PostgreSQL server`,
      msg`files.postgres-url-hint: write it like this: postgres://name:password@host/database`,
    );
  if (schema !== null && !SCHEMA.test(schema))
    return refusal(
      "bad-url",
      msg`files.bad-schema-name: the part after \`#\` is not a valid name for a season or queue on a server`,
      msg`files.schema-name-hint: use up to 40 lowercase letters, digits and underscores`,
    );
  return success({ kind: "server", schema, place, url: () => url });
}

/** Removes the password, and the query, which may contain one as well; null if the text is no URL. */
function withoutSecrets(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.password = "";
  url.search = "";
  return url.href;
}

// Checks of a season's folder that don't need the database, because it is slow to load.

/** The subfolder with the embedded store. */
export const STORE = "store";

/** The temporary folder of a store that is being created. Leftovers of killed processes are ignored. */
export const NEW_STORE = `${STORE}.new`;

/** The lock file; see `folder-lock.ts`. */
export const LOCK = "lock";

/** Files that may exist in a folder before a season is begun there: hidden files, a league, and our own leftovers. */
const COUNTS_AS_NOTHING = new RegExp(`^(?:\\..*|league\\.ya?ml|${LOCK}(?:\\..*)?|${NEW_STORE})$`);

/** The name of a cloud placeholder for a file or folder that isn't on this disk. */
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/** The file that a cloud placeholder replaces, by its name; null for other files. */
export function parseCloudPlaceholder(name: string): string | null {
  return PLACEHOLDER.exec(name)?.[1] ?? null;
}

/** Whether a folder contains a season, complete or not. */
export function hasStore(folder: string): boolean {
  const isStore = (name: string) => name === STORE || parseCloudPlaceholder(name) === STORE;
  return tryOr(false, () => readdirSync(folder).some(isStore));
}

/** Why a folder neither contains a season nor can hold a new one; null if it does or can. */
export function folderFault(folder: string): Problem | null {
  const there = statPath(folder);
  if (there === null || hasStore(folder)) return null;
  if (!there.isDirectory()) {
    const message = msg`files.season-not-a-folder: ${folder} is a file, but a season is a folder or the URL of a server`;
    return problem("no-season", message, { hint: msg`files.folder-instead-hint: name a folder instead` });
  }
  try {
    if (readdirSync(folder).every((name) => COUNTS_AS_NOTHING.test(name))) return null;
  } catch (error) {
    return unreadable(folder, error);
  }
  const message = msg`files.not-a-season-folder: the folder ${folder} contains something other than a season`;
  return problem("not-a-season", message, {
    hint: msg`files.empty-folder-hint: name an empty or new folder`,
  });
}
