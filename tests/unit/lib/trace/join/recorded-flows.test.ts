import { expect, test } from "vitest";
import type { FlowKind } from "../../../../../lib/trace/flow.ts";
import { cases } from "../../../../trace-corpus/logins.ts";
import { readFlows, readHarText } from "../read-recording.ts";

async function countFlows(name: string) {
  const flows = await readFlows(readHarText(name));
  const count = (kind: FlowKind) => flows.filter(({ flow }) => flow.kind === kind).length;
  return { logins: count("login"), renewals: count("renewal"), logouts: count("logout") };
}

test.each(cases)(
  "$name has as many logins, renewals and logouts as were made",
  async ({ name, logins = 0, renewals = 0, logouts = 0 }) => {
    expect(await countFlows(name)).toEqual({ logins, renewals, logouts });
  },
);
