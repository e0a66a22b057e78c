import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import { interruptionSchema } from "../events/stream-delivery.ts";
import { streamErrorCodes } from "../events/stream-error.ts";
import { faultChangeSchema, faultNames } from "../core/faults.ts";
import { limitChangeSchema } from "../core/limits.ts";
import { parseBody } from "../http/request-body.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { renderControlPage } from "./control-page.ts";
import { controlPageStyles } from "./control-page-styles.ts";
import { emitEvents, emitSchema } from "./event-controls.ts";
import { plannedResponseSchema } from "./next-responses.ts";
import {
  changeClient,
  changeFaults,
  changeLimits,
  rotateKeys,
  setSkew,
} from "./setting-controls.ts";
import { dropStreams, failStreams, freezeStreams, planInterruption } from "./stream-controls.ts";
import { countStreams } from "./stream-section.ts";
import { blockUser } from "./user-controls.ts";

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const invalidFormNotice =
  "Could not apply the form: a field has an invalid value. Correct the field, then try again.";

/** The fields of a form; a repeated name is a list. */
type Form = z.infer<typeof formSchema>;

const formSchema = z.looseObject({ do: z.string() });

const textsSchema = z._default(
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((one) => [one]),
    ),
  ]),
  [],
);
const wholeNumber = z.pipe(z.string().check(z.regex(/^-?\d{1,10}$/)), z.transform(Number));

function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The action of each button; the next page shows the sentence that it returns. */
const actions: Record<string, (context: TenantContext, form: Form) => string | Promise<string>> = {
  emit(context, { type, count }) {
    const wanted = emitSchema.safeParse({ type, count: wholeNumber.safeParse(count).data });
    if (!wanted.success)
      return "Could not emit the events: the type must be in the list, and the count a number from 1 to 10000.";
    return `Events emitted: ${emitEvents(context, wanted.data).length}, type ${wanted.data.type}.`;
  },
  fail(context, { code }) {
    const wanted = z.enum(streamErrorCodes).safeParse(code);
    if (!wanted.success) return invalidFormNotice;
    return `${countStreams(failStreams(context, wanted.data))} ended with ${wanted.data}.`;
  },
  drop: (context) => `${countStreams(dropStreams(context))} dropped.`,
  freeze: (context) => `${countStreams(freezeStreams(context))} frozen.`,
  interrupt(context, { at, ending }) {
    const plan = interruptionSchema.safeParse({ at, ending });
    if (!plan.success) return invalidFormNotice;
    planInterruption(context, plan.data);
    return `The next stream to send an event will break off within a ${plan.data.at}.`;
  },
  faults(context, { fault }) {
    const planted = textsSchema.safeParse(fault).data ?? [];
    const switches = Object.fromEntries(faultNames.map((name) => [name, planted.includes(name)]));
    changeFaults(context, faultChangeSchema.parse(switches));
    return planted.length === 0 ? "All faults are off." : `Faults on: ${planted.join(", ")}.`;
  },
  block: (context, { user }) =>
    blockUser(context, readText(user), true) ? "User blocked." : invalidFormNotice,
  unblock: (context, { user }) =>
    blockUser(context, readText(user), false) ? "User unblocked." : invalidFormNotice,
  sign(context, { client, alg }) {
    const algorithm = alg === "HS256" ? "HS256" : "RS256";
    return changeClient(context, readText(client), { id_token_signing_alg: algorithm })
      ? `ID tokens of ${readText(client)} are now signed with ${algorithm}.`
      : invalidFormNotice;
  },
  respond(context, { path, status, delay, cut, broken }) {
    const [statusNumber, delayNumber, cutNumber] = [status, delay, cut].map(
      (text) => wholeNumber.safeParse(text).data,
    );
    const plan = plannedResponseSchema.safeParse({
      path,
      ...(statusNumber !== undefined && { status: statusNumber }),
      ...(delayNumber !== undefined && { delay: delayNumber }),
      ...(cutNumber !== undefined && { cut: cutNumber }),
      ...(broken === "yes" && { broken: true }),
    });
    if (!plan.success) return invalidFormNotice;
    context.nextResponses.plan(plan.data);
    return `The next response of ${plan.data.path} is planned.`;
  },
  clock(context, { skew }) {
    const seconds = wholeNumber.safeParse(skew);
    if (!seconds.success)
      return "Could not set the clock: the offset must be a whole number of seconds.";
    setSkew(context, seconds.data);
    return `The clock offset is now ${seconds.data} s.`;
  },
  limits(context, form) {
    const numbers = Object.keys(context.limits).map((name) => [
      name,
      wholeNumber.safeParse(form[name]).data ?? -1,
    ]);
    const change = limitChangeSchema.safeParse(Object.fromEntries(numbers));
    if (!change.success)
      return "Could not set the limits: limits must be whole numbers, and times greater than 0.";
    changeLimits(context, change.data);
    return "Limits set.";
  },
  empty(context) {
    context.mailbox.clear();
    return "The mailbox is empty.";
  },
  rotate: async (context) => `New tokens are now signed with the key ${await rotateKeys(context)}.`,
  reset(context) {
    context.reset();
    return "The tenant has its seed data again.";
  },
};

/** Adds the page. `POST` redirects back to it, so that a reload repeats no action. */
export function addControlPage(app: TenantApp, context: TenantContext): void {
  let notice: string | undefined;

  app.get("/_control/page.css", (c) =>
    c.body(controlPageStyles, 200, { "content-type": "text/css; charset=utf-8" }),
  );

  app.get("/_control", (c) => {
    const page = renderControlPage(context, notice);
    notice = undefined;
    c.header("content-security-policy", policy);
    // With "no-referrer" the form's Origin header, which the guard checks, would be "null".
    c.header("referrer-policy", "same-origin");
    c.header("cache-control", "no-store");
    return c.html(page);
  });

  app.post("/_control", async (c) => {
    const { data: form } = await parseBody(c, formSchema);
    const isKnown = form !== undefined && Object.hasOwn(actions, form.do);
    const done = isKnown ? await actions[form.do]?.(context, form) : undefined;
    notice = done ?? invalidFormNotice;
    return c.redirect("/_control", 303);
  });
}
