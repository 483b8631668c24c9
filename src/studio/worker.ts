import { expose } from "comlink";
import { z } from "zod";
import { Engine } from "./engine/engine.ts";

// The policy of the page allows no code made at run time, and trying it would be reported.
z.config({ jitless: true });

// The page names the worker after the folder of the studio.
const { name } = globalThis as unknown as { readonly name: string };
expose(new Engine(name));
