import { createPanel } from "../../lib/platform/devtools.ts";

createPanel("Tenant Inspector", "/icon/32.png", "/panel.html");
