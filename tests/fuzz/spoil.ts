import type { Choices } from "./choices.ts";

type Body = Record<string, unknown>;

/** Values of every type that a careless program would not expect. */
const strange: readonly [unknown, ...unknown[]] = [
  null,
  true,
  -1,
  1e308,
  "",
  " ",
  "\u0000",
  "a".repeat(101),
  "é".repeat(51),
  [],
  [null],
  {},
  { toString: 1 },
  { __proto__: null, constructor: { prototype: {} } },
  "../../etc",
  "%00",
  "urn:ietf:x",
];

/** Makes a valid body invalid or unusual, in one place. */
export function spoil(choices: Choices, body: Body): unknown {
  const names = Object.keys(body);
  const name = names[choices.below(Math.max(1, names.length))] ?? "name";
  switch (choices.below(6)) {
    case 0:
      return Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
    case 1:
      return { ...body, [choices.pick(["id", "extra", "__proto__", "constructor"])]: 1 };
    case 2:
      return { ...body, [name]: choices.pick(strange) };
    case 3:
      return { ...body, [name]: choices.text(choices.below(120)) };
    case 4:
      return choices.pick(strange);
    default:
      return { ...body, [name]: [body[name]] };
  }
}

/** The encoding of a body. */
interface Encoding {
  /** Without random changes. */
  isExact: boolean;
  /** The route accepts only forms. */
  isForm: boolean;
}

/** Encodes a body: as JSON, as a form, or, unless it must be exact, as another type. */
export function encodeBody(
  choices: Choices,
  body: unknown,
  { isExact, isForm }: Encoding,
): { contentType: string; text: string } {
  if (!isExact && choices.isPercent(4)) {
    const contentType = choices.pick(["text/plain", "application/xml", "", "multipart/form-data"]);
    return { contentType, text: choices.text(40) };
  }
  const text = JSON.stringify(body) ?? "null";
  if (!isExact && choices.isPercent(3)) {
    return { contentType: "application/json", text: text.slice(0, -1 - choices.below(5)) };
  }
  if (
    (isForm || (!isExact && choices.isPercent(20))) &&
    typeof body === "object" &&
    body !== null
  ) {
    const form = new URLSearchParams();
    addFields(form, "", body);
    return { contentType: "application/x-www-form-urlencoded", text: form.toString() };
  }
  return { contentType: "application/json; charset=utf-8", text };
}

/** `a=1`, `a[b]=1`, `a[]=1`. */
function addFields(form: URLSearchParams, prefix: string, value: object): void {
  const fields: [string, unknown][] = Object.entries(value);
  for (const [name, inner] of fields) {
    const key = Array.isArray(value) ? "" : name;
    const path = prefix === "" ? key : `${prefix}[${key}]`;
    if (typeof inner === "object" && inner !== null) addFields(form, path, inner);
    else form.append(path, String(inner));
  }
}
