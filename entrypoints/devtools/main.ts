import { createPanel } from "../../lib/platform/devtools-panel.ts";

createPanel("Tenant Inspector", "/icon/32.png", "/panel.html");
