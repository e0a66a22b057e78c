import { join } from "node:path";
import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { startTenant, type RunningTenant } from "../../tenant/serve.ts";

/** A local tenant that keeps its data, its port and all events across restarts. */
export interface SoakTenant {
  readonly origin: string;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Short, so that the time is spent on faults rather than on waiting. */
const streamRetry = 500;

export async function startSoakTenant(): Promise<SoakTenant> {
  const folder = await makeTemporaryFolder("soak-tenant");
  const start = (port: number): Promise<RunningTenant> =>
    startTenant({
      port,
      demoPort: 0,
      dataFile: join(folder.path, "tenant.json"),
      limits: {
        retainedEvents: 1_000_000,
        retainedEventBytes: 1024 ** 3,
        requestsPerWindow: 1_000_000,
        streamRetry,
      },
    });
  let running = await start(0);
  const { origin } = running;
  return {
    origin,
    async restart() {
      await running.stop();
      running = await start(Number(new URL(origin).port));
      if (running.origin !== origin)
        throw new Error(`Another program now uses the port of ${origin}.`);
    },
    async close() {
      await running.stop();
      await folder.remove();
    },
  };
}
