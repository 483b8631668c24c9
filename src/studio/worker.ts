import { expose } from "comlink";
import { z } from "zod";
import { Engine } from "./engine/engine.ts";

// The page's CSP forbids code made at run time, and would report an attempt.
z.config({ jitless: true });

// The page names the worker after the folder of the studio.
const { name } = globalThis as unknown as { readonly name: string };
expose(new Engine(name));
