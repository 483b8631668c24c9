import { userInfo } from "node:os";

/** Who is at the computer, for records; a number where the system knows no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "?");
  }
}
