import * as z from "zod/mini";

/** The kinds of message. */
const messageKinds = [
  "email_verification",
  "mfa_code",
  "passwordless_code",
  "passwordless_link",
  "password_reset",
] as const;

/** A message that the service would send; the tenant keeps it for the control interface. */
export const mailboxMessageSchema = z.object({
  kind: z.enum(messageKinds),
  channel: z.enum(["email", "sms"]),
  /** Email address or phone number. */
  to: z.string(),
  /** The one-time code in the message. */
  code: z.exactOptional(z.string()),
  /** The link in the message, an absolute URL. */
  link: z.exactOptional(z.string()),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
});

export type MailboxMessage = z.infer<typeof mailboxMessageSchema>;

/** The emails and text messages of the tenant. They never leave the tenant. */
export interface Mailbox {
  send(message: Omit<MailboxMessage, "sentAt">): void;
  /** Lists the messages, oldest first. With `to`, lists only the messages to that recipient. */
  list(to?: string): readonly MailboxMessage[];
  clear(): void;
  /** Replaces all messages. */
  load(given: readonly MailboxMessage[]): void;
}

const capacity = 500;

/** Creates an empty mailbox; it keeps the newest 500 messages. */
export function createMailbox(now: () => number): Mailbox {
  let messages: MailboxMessage[] = [];
  return {
    send(message) {
      messages.push({ ...message, sentAt: new Date(now()).toISOString() });
      messages = messages.slice(-capacity);
    },
    list: (to) => (to === undefined ? messages : messages.filter((each) => each.to === to)),
    clear() {
      messages = [];
    },
    load(given) {
      messages = given.slice(-capacity);
    },
  };
}
