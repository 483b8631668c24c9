#!/usr/bin/env node
import { watchOutput } from "./console/output.ts";
import { runCommandLine } from "./run.ts";

watchOutput();
await runCommandLine();
