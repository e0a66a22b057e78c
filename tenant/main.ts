/// <reference types="node" />

import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTenant } from "./app.ts";
import { ListenError } from "./server/listen.ts";
import { defaultPorts, nameOrigins, startTenant, type RunningTenant } from "./serve.ts";
import { StateFileError } from "./store/state-file-error.ts";
import { readStateFile } from "./store/state-file.ts";

const help = `Usage: npm run tenant -- [options]

Starts the local tenant and its demo web app on this machine.

  --port NUMBER       port of the tenant (${defaultPorts.tenant}; the next free port if that is in use)
  --demo-port NUMBER  port of the demo web app (${defaultPorts.demo}; the next free port if that is in use)
  --data FILE         keep users, profiles, sessions and the event log in FILE across restarts
  --seed TEXT         derive all identifiers from TEXT, for repeatable runs
  --https             serve https, with a new self-signed certificate for this run
  --describe          print clients, secrets, users, actions, profiles and URLs as JSON, and exit
  --help              print this help, and exit
`;

interface CommandLine {
  port: number;
  demoPort: number;
  dataFile: string | undefined;
  seed: string | undefined;
  isHttps: boolean;
  isDescribe: boolean;
  isHelp: boolean;
}

/** Parses the command line; returns a sentence about the first error. */
function readCommandLine(args: string[]): CommandLine | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: "string", default: String(defaultPorts.tenant) },
        "demo-port": { type: "string", default: String(defaultPorts.demo) },
        data: { type: "string" },
        seed: { type: "string" },
        https: { type: "boolean", default: false },
        describe: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const port = readPort(values.port);
    const demoPort = readPort(values["demo-port"]);
    if (port === undefined || demoPort === undefined)
      return "--port and --demo-port must be numbers from 1 to 65535.";
    if (values.data === "") return "--data needs the name of a file.";
    return {
      port,
      demoPort,
      dataFile: values.data,
      seed: values.seed,
      isHttps: values.https,
      isDescribe: values.describe,
      isHelp: values.help,
    };
  } catch (error) {
    return error instanceof Error ? error.message : "Could not parse the options.";
  }
}

function readPort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined;
}

/** Finds the library in the output of the extension's build. */
function findAuthLibrary(): string | undefined {
  return ["chrome-mv3", "firefox-mv3"]
    .map((build) => fileURLToPath(new URL(`../.output/${build}/auth-library.js`, import.meta.url)))
    .find((file) => existsSync(file));
}

function printStart(tenant: RunningTenant, wanted: CommandLine): void {
  const [demo, demoOnOtherSite] = tenant.demoOrigins;
  const { users, clients } = tenant.describe();
  const notes = [
    describeMove("tenant", wanted.port, tenant.origin),
    describeMove("demo web app", wanted.demoPort, demo),
  ];
  for (const note of notes) if (note !== undefined) console.log(note);
  console.log(`Local tenant  ${tenant.origin}`);
  console.log(`Demo web app  ${demo}`);
  console.log(`              ${demoOnOtherSite} (a different site: silent renewal fails here)`);
  for (const user of users) console.log(`User          ${user.email}  ${user.password}`);
  for (const client of clients) {
    console.log(`Client        ${client.client_id}  ${client.client_secret ?? "(no secret)"}`);
  }
  console.log(`Controls      ${tenant.origin}/_control`);
  if (wanted.dataFile !== undefined) console.log(`State         ${wanted.dataFile}`);
  if (tenant.certificate !== undefined) {
    console.log(`Certificate   SHA-256 ${new X509Certificate(tenant.certificate).fingerprint256}`);
  }
  console.log("Press Ctrl-C to stop.");
}

function describeMove(name: string, wanted: number, origin: string): string | undefined {
  const { port } = new URL(origin);
  return port === String(wanted)
    ? undefined
    : `Port ${wanted} is in use; the ${name} uses ${port} instead.`;
}

async function main(): Promise<number> {
  const wanted = readCommandLine(process.argv.slice(2));
  if (typeof wanted === "string") {
    console.error(`${wanted}\nRun "npm run tenant -- --help" for the options.`);
    return 2;
  }
  if (wanted.isHelp) {
    console.log(help);
    return 0;
  }
  if (wanted.isDescribe) {
    const origins = nameOrigins(wanted.port, wanted.demoPort, wanted.isHttps);
    const state = wanted.dataFile === undefined ? undefined : await readStateFile(wanted.dataFile);
    const tenant = createTenant({ ...origins, ...(state !== undefined && { state }) });
    console.log(JSON.stringify(tenant.describe(), undefined, 2));
    await tenant.ready;
    return 0;
  }
  // Add the signal handlers before printing: a caller that waits for the text may interrupt at
  // once.
  const interruption = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  const authLibraryFile = findAuthLibrary();
  const tenant = await startTenant({
    port: wanted.port,
    demoPort: wanted.demoPort,
    isHttps: wanted.isHttps,
    ...(wanted.dataFile !== undefined && { dataFile: wanted.dataFile }),
    ...(wanted.seed !== undefined && { seed: wanted.seed }),
    ...(authLibraryFile !== undefined && { authLibraryFile }),
  });
  printStart(tenant, wanted);
  await interruption;
  await tenant.stop();
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ListenError || error instanceof StateFileError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
