#!/usr/bin/env node
import module from "node:module";

// Where Node can (22.8 and later), it keeps compiled code for the next run; it has to be asked before it loads any.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
await import("./main.ts");
