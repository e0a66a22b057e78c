// Writes docs/findings.md: npm run findings
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../overlay.ts";
import { writeFindings } from "./write-findings.ts";

writeFileSync(join(root, "docs/findings.md"), writeFindings());
