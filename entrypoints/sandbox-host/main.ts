import { createSandboxHost } from "../../lib/platform/sandbox-host.ts";
import { createPortLeaver, receiveSandboxPorts } from "../../lib/platform/sandbox-ports.ts";

receiveSandboxPorts(createSandboxHost().serve, createPortLeaver());
