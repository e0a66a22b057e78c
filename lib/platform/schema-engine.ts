import * as z from "zod/mini";

// The extension's content security policy forbids making code from text, so zod must not even probe for it: each
// probe would be reported as a violation. Imported first by every entry point.
z.config({ jitless: true });
