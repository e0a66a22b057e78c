import * as z from "zod/mini";

// The extension's content security policy forbids `eval`. With `jitless`, zod does not try `eval`:
// the browser would report each try as a violation. Every entry point imports this module first.
z.config({ jitless: true });
