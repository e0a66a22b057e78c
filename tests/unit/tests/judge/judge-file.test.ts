import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { judgeFile } from "../../../judge/judge-file.ts";
import { makeTemporaryFolder } from "../../../launch/temporary-folder.ts";

const root = join(import.meta.dirname, "../../../..");
const captured = (name: string) => join(root, "tests/trace-corpus/captures", `${name}.har`);

async function judgeCaptured(name: string, keepsSecrets = false) {
  return judgeFile(name, await readFile(captured(name), "utf8"), { keepsSecrets });
}

/** Runs the command of package.json, and returns its output and exit status. */
async function run(...args: readonly string[]) {
  const command = [join(root, "tests/judge/main.ts"), ...args];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command);
    return { status: 0, stdout, stderr: "" };
  } catch (error) {
    const { code, stdout, stderr } = Object.assign({ code: 0, stdout: "", stderr: "" }, error);
    return { status: code, stdout, stderr };
  }
}

test("says where a login stopped, and what was said there", async () => {
  const lines = await judgeCaptured("grant-refused");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.judgement).toMatchObject({
    file: "grant-refused",
    kind: "login",
    endedWell: false,
    stop: {
      step: "token",
      by: "provider",
      method: "POST",
      url: "http://localhost:4460/oauth/token",
      said: expect.arrayContaining([{ name: "error", text: "unauthorized_client" }]),
    },
    proven: [],
  });
  expect(lines[0]?.judgement.possible.length).toBeGreaterThan(0);
  expect(lines[0]?.text).toContain("**Stopped at the token request: 403 unauthorized");
});

test("names a proven cause, and then guesses nothing", async () => {
  const [line] = await judgeCaptured("hs256-pkce");
  expect(line?.judgement.proven).toHaveLength(1);
  expect(line?.judgement.proven[0]?.title).toContain("HS256");
  expect(line?.judgement.possible).toEqual([]);
});

test("says that a login ended well", async () => {
  const [line] = await judgeCaptured("login-pkce");
  expect(line?.judgement).toMatchObject({ endedWell: true, stop: null, proven: [], possible: [] });
});

test("removes secrets, unless it is told to keep them", async () => {
  const secret = "s3cret-of-ada";
  const text = JSON.stringify({
    log: {
      entries: [
        {
          startedDateTime: "2026-11-23T08:00:00.000Z",
          request: { method: "GET", url: `https://app.example/callback?code=${secret}` },
          response: { status: 200 },
        },
        {
          startedDateTime: "2026-11-23T08:00:01.000Z",
          request: {
            method: "POST",
            url: "https://login.example/oauth/token",
            postData: {
              mimeType: "application/x-www-form-urlencoded",
              text: `grant_type=authorization_code&client_id=spa&code=${secret}`,
            },
          },
          response: {
            status: 400,
            content: {
              mimeType: "application/json",
              text: JSON.stringify({
                error: "invalid_grant",
                error_description: `The code ${secret} has expired.`,
              }),
            },
          },
        },
      ],
    },
  });
  const write = async (keepsSecrets: boolean) =>
    JSON.stringify(await judgeFile("one.har", text, { keepsSecrets }));
  expect(await write(false)).not.toContain(secret);
  expect(await write(true)).toContain(secret);
});

test("rejects another file with the remedy", async () => {
  await expect(judgeFile("notes.txt", "not JSON", { keepsSecrets: false })).rejects.toThrow(
    "notes.txt: The file is not JSON. Choose a HAR file",
  );
});

test("the command writes text or lines of JSON, and its status tells of a failure", async () => {
  const good = await run(captured("login-pkce"));
  expect(good.status).toBe(0);
  expect(good.stdout).toContain("login, demo-spa, localhost:4460: clean");
  const both = await run("--json", captured("login-pkce"), captured("grant-refused"));
  expect(both.status).toBe(1);
  const lines = both.stdout.trim().split("\n");
  const judged: unknown[] = lines.map((line): unknown => JSON.parse(line));
  expect(judged).toMatchObject([{ endedWell: true }, { endedWell: false }]);
});

test("the command explains itself, and names a file that it cannot read", async () => {
  expect(await run()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Usage: npm run judge"),
  });
  expect(await run("--unknown")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--unknown"),
  });
  const folder = await makeTemporaryFolder("judge");
  try {
    const file = join(folder.path, "notes.har");
    await writeFile(file, "no JSON");
    expect(await run(file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("The file is not JSON."),
    });
  } finally {
    await folder.remove();
  }
});
