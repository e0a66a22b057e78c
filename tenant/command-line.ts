/// <reference types="node" />

import { X509Certificate } from "node:crypto";
import { parseArgs } from "node:util";
import { createTenant } from "./app.ts";
import { faultNames, type FaultName } from "./core/faults.ts";
import { SeedError } from "./directory/tenant-seed.ts";
import { ListenError } from "./server/listen.ts";
import {
  defaultPorts,
  nameOrigins,
  readTenantOptions,
  startTenant,
  type RunningTenant,
  type StartOptions,
} from "./serve.ts";
import { readSeedFile } from "./store/seed-file.ts";
import { StateFileError } from "./store/state-file-error.ts";
import { readStateFile } from "./store/state-file.ts";

/** The ways of a program to be called, and to find the files of the demo web app. */
export interface Program extends Pick<StartOptions, "authLibraryFile" | "demoFiles"> {
  /** The command as users type it, before the options. */
  command: string;
}

const describeHelp = (command: string): string => `Usage: ${command} [options]

Starts the local tenant and its demo web app on this machine.

  --port NUMBER       port of the tenant (${defaultPorts.tenant}; the next free port if that is in use;
                      0 for any free port)
  --demo-port NUMBER  port of the demo web app (${defaultPorts.demo}; like --port)
  --data FILE         keep users, profiles, sessions and the event log in FILE across restarts
  --seed FILE         begin with the users, clients, APIs, actions and profiles of a JSON file
  --id-seed TEXT      derive all identifiers from TEXT, for repeatable runs
  --fault NAME        turn on a fault from the start; repeat the option for more than one
  --https             serve https, with a new self-signed certificate for this run
  --describe          print clients, secrets, users, actions, profiles and URLs as JSON, and exit
  --help              print this help, and exit

Faults: ${faultNames.join(", ")}
`;

interface CommandLine {
  port: number;
  demoPort: number;
  dataFile: string | undefined;
  seedFile: string | undefined;
  idSeed: string | undefined;
  faults: readonly FaultName[];
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
        "id-seed": { type: "string" },
        fault: { type: "string", multiple: true, default: [] },
        https: { type: "boolean", default: false },
        describe: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const port = readPort(values.port);
    const demoPort = readPort(values["demo-port"]);
    if (port === undefined || demoPort === undefined)
      return "--port and --demo-port must be numbers from 0 to 65535.";
    if (values.data === "") return "--data needs the name of a file.";
    if (values.seed === "") return "--seed needs the name of a JSON file.";
    const faults = readFaults(values.fault);
    if (typeof faults === "string") return faults;
    return {
      port,
      demoPort,
      dataFile: values.data,
      seedFile: values.seed,
      idSeed: values["id-seed"],
      faults,
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
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

/** Returns the faults; a sentence if one of the names is unknown. */
function readFaults(names: readonly string[]): FaultName[] | string {
  const known = faultNames.filter((fault) => names.includes(fault));
  const unknown = names.find((name) => !faultNames.some((fault) => fault === name));
  return unknown === undefined
    ? known
    : `--fault ${unknown} is unknown. The faults are: ${faultNames.join(", ")}.`;
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
  if (wanted.faults.length > 0) console.log(`Faults        ${wanted.faults.join(", ")}`);
  if (wanted.dataFile !== undefined) console.log(`State         ${wanted.dataFile}`);
  if (tenant.certificate !== undefined) {
    console.log(`Certificate   SHA-256 ${new X509Certificate(tenant.certificate).fingerprint256}`);
  }
  console.log("Press Ctrl-C to stop.");
}

function describeMove(name: string, wanted: number, origin: string): string | undefined {
  const { port } = new URL(origin);
  return wanted === 0 || port === String(wanted)
    ? undefined
    : `Port ${wanted} is in use; the ${name} uses ${port} instead.`;
}

/** Prints the description of a tenant that is not started. */
async function printDescription(wanted: CommandLine): Promise<void> {
  const origins = nameOrigins(wanted.port, wanted.demoPort, wanted.isHttps);
  const seed = wanted.seedFile === undefined ? undefined : await readSeedFile(wanted.seedFile);
  const state = wanted.dataFile === undefined ? undefined : await readStateFile(wanted.dataFile);
  const tenant = createTenant({
    ...origins,
    ...readTenantOptions(seed === undefined ? {} : { seed }),
    ...(state !== undefined && { state }),
  });
  console.log(JSON.stringify(tenant.describe(), undefined, 2));
  await tenant.ready;
}

/** Starts the tenant, and stops it at a signal to end. */
async function runTenant(wanted: CommandLine, program: Program): Promise<void> {
  // Add the signal handlers before printing: a caller that waits for the text may interrupt at
  // once.
  const interruption = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  const { command: _command, ...demo } = program;
  const seed = wanted.seedFile === undefined ? undefined : await readSeedFile(wanted.seedFile);
  const tenant = await startTenant({
    ...demo,
    port: wanted.port,
    demoPort: wanted.demoPort,
    isHttps: wanted.isHttps,
    faults: wanted.faults,
    ...(wanted.dataFile !== undefined && { dataFile: wanted.dataFile }),
    ...(wanted.idSeed !== undefined && { idSeed: wanted.idSeed }),
    ...(seed !== undefined && { seed }),
  });
  printStart(tenant, wanted);
  await interruption;
  await tenant.stop();
}

/**
 * Runs the program and returns its exit code: 2 for a wrong option, 1 for an unusable file or port.
 */
export async function runCommandLine(args: string[], program: Program): Promise<number> {
  const wanted = readCommandLine(args);
  if (typeof wanted === "string") {
    console.error(`${wanted}\nRun "${program.command} --help" for the options.`);
    return 2;
  }
  if (wanted.isHelp) {
    console.log(describeHelp(program.command));
    return 0;
  }
  try {
    await (wanted.isDescribe ? printDescription(wanted) : runTenant(wanted, program));
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

function isExpected(error: unknown): error is Error {
  return [ListenError, SeedError, StateFileError].some((kind) => error instanceof kind);
}
