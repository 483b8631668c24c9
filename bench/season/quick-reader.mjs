// Stands for the process that reads photos where the queue is what is proved: its photos are words that say what becomes of them.
import { setTimeout as wait } from "node:timers/promises";

process.on("message", async ({ bytes, hash }) => {
  const [word, ms] = new TextDecoder().decode(bytes).split(" ");
  if (word === "crash") process.kill(process.pid, "SIGKILL");
  if (word === "hang") return;
  await wait(Number(ms));
  process.send({ kind: "read", sheets: 1, record: JSON.stringify({ hash, word }) }, () => undefined);
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send("ready");
