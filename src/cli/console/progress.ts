/** Work that takes less time than this needs no bar. */
const PATIENCE_MS = 1000;

/** A bar on the error output, once the work takes a while; none without a terminal. @param format with `{bar}`, `{value}` and `{total}` */
export async function progressBar(format: string) {
  if (process.stderr.isTTY !== true) return { update: (_done: number, _all: number) => {}, stop: () => {} };
  const { SingleBar } = await import("cli-progress");
  const start = performance.now();
  const bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true, stream: process.stderr });
  const update = (done: number, all: number) => {
    if (bar.isActive) bar.update(done);
    else if (performance.now() - start >= PATIENCE_MS) bar.start(all, done);
  };
  return { update, stop: () => bar.isActive && bar.stop() };
}
