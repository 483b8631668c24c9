// Runs the command lines that the parent process sends, one after the other, each in its folder, and answers with what they print.
import { runCommandLine } from "../../src/cli/run.ts";

process.on("message", async ({ args, cwd }) => {
  const pieces = [];
  for (const stream of [process.stdout, process.stderr])
    stream.write = (piece) => pieces.push(String(piece)) > 0;
  process.argv.splice(2, Infinity, ...args);
  process.chdir(cwd);
  await runCommandLine();
  process.send(pieces.join(""));
});
