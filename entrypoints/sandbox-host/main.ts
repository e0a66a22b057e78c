import { createSandboxHost } from "../../lib/platform/sandbox-host.ts";
import { receivePortsBesideWorker } from "../../lib/platform/sandbox-ports.ts";

receivePortsBesideWorker(createSandboxHost().serve);
