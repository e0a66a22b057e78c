import * as z from "zod/mini";

// The extension's content security policy forbids `eval`. With `jitless`, zod does not test for it:
// each test would be reported as a violation. Every entry point imports this module first.
z.config({ jitless: true });
