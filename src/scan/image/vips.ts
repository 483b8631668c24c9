import sharp from "sharp";

// Photos are read one after the other and never twice: a cache would only hold memory, and more threads would only take
// cores from the other photos that are read at the same time.
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
