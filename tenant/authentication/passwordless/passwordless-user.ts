import { addUser } from "../../directory/add-user.ts";
import {
  createUser,
  findUserByEmail,
  readConnectionName,
  type User,
} from "../../directory/users.ts";
import type { AuthenticationContext } from "../authentication-context.ts";

/** Returns the user of a passwordless connection; the first login creates it. */
export function findOrCreatePasswordlessUser(
  context: Pick<AuthenticationContext, "now" | "random" | "users" | "events" | "log">,
  connection: string,
  recipient: string,
): User {
  const known = findPasswordlessUser(context, connection, recipient);
  if (known !== undefined) return known;
  const time = new Date(context.now()).toISOString();
  const email = connection === "email" ? recipient.trim() : "";
  const made = createUser(
    { email, password: "", connection, provider: connection },
    context.random,
    time,
  );
  const user: User =
    connection === "email"
      ? { ...made, email_verified: true }
      : {
          ...made,
          name: recipient,
          nickname: recipient,
          phone_number: recipient,
          phone_verified: true,
        };
  addUser(context, user);
  return user;
}

/** Returns the user of a passwordless connection with this email address or phone number. */
export function findPasswordlessUser(
  { users }: Pick<AuthenticationContext, "users">,
  connection: string,
  recipient: string,
): User | undefined {
  if (connection === "email") return findUserByEmail(users, recipient, connection);
  return [...users.values()].find(
    (user) => user.phone_number === recipient && readConnectionName(user) === connection,
  );
}
