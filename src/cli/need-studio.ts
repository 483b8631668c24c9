import { hasStudio } from "../files/package/studio-files.ts";
import { msg } from "../rules/problem/message.ts";
import { fail } from "./console/failure.ts";

/** Ends the command where the studio was not built. */
export function needStudio(): void {
  if (!hasStudio())
    fail(
      "no-studio",
      msg("cli.studio-not-built")`the studio is not built`,
      msg("cli.studio-not-built-hint")`run \`npm run build\` in the clone`,
    );
}
