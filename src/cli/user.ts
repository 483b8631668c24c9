import { userInfo } from "node:os";
import { join, posix, win32 } from "node:path";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of each kind of file: the variable that names it, and its default in the home folder. */
const KINDS = {
  settings: { windows: "APPDATA", others: "XDG_CONFIG_HOME", usual: ".config" },
  cache: { windows: "LOCALAPPDATA", others: "XDG_CACHE_HOME", usual: ".cache" },
} as const;

/**
 * The program's folder for files of a user. An empty or relative path in the environment counts as none, since it would depend on the
 * current folder.
 *
 * @param accountHome the folder that the system knows for the user
 * @returns null where neither the environment nor the system names a folder, as for a user id without an account
 */
export function userFolder(
  kind: keyof typeof KINDS,
  env: Environment = process.env,
  platform: string = process.platform,
  accountHome: () => string = () => userInfo().homedir,
): string | null {
  const { windows, others, usual } = KINDS[kind];
  const { isAbsolute } = platform === "win32" ? win32 : posix;
  const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : null);
  const named = absolute(platform === "win32" ? env[windows] : env[others]);
  const home = () => absolute(env.HOME) ?? absolute(orNothing(accountHome));
  const folder = named ?? joinIfFolder(home(), usual);
  return joinIfFolder(folder, "augenblock");
}

function joinIfFolder(folder: string | null, name: string): string | null {
  return folder === null ? null : join(folder, name);
}

/** Node throws where the system knows no such user. */
function orNothing(find: () => string): string | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** The name of the user, for records; a number where the system knows no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "?");
  }
}
