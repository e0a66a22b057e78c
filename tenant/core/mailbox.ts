import * as z from "zod/mini";

/** Why a message was sent. */
const messageKinds = [
  "email_verification",
  "mfa_code",
  "passwordless_code",
  "passwordless_link",
  "password_reset",
] as const;

/** A message that the service would have sent; here it is kept for the control interface. */
export const mailboxMessageSchema = z.object({
  kind: z.enum(messageKinds),
  channel: z.enum(["email", "sms"]),
  /** E-mail address or phone number. */
  to: z.string(),
  /** The one-time code in the message, if it has one. */
  code: z.exactOptional(z.string()),
  /** The link in the message, if it has one; absolute. */
  link: z.exactOptional(z.string()),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
});

export type MailboxMessage = z.infer<typeof mailboxMessageSchema>;

/** Every e-mail and text message of the tenant, none of which ever leaves it. */
export interface Mailbox {
  send(message: Omit<MailboxMessage, "sentAt">): void;
  /** Messages, oldest first; those to one address when it is given. */
  list(to?: string): readonly MailboxMessage[];
  clear(): void;
  /** Replaces everything. */
  load(given: readonly MailboxMessage[]): void;
}

const capacity = 500;

/** Keeps the newest 500 messages in memory. */
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
