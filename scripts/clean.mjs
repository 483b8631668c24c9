// A stale module in dist/ would still be importable; start each build from nothing.
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
