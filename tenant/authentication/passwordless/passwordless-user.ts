import { addUser } from "../../directory/add-user.ts";
import type { TenantContext } from "../../context.ts";
import {
  createUser,
  findUserByEmail,
  readConnectionName,
  type User,
} from "../../directory/users.ts";

/** The user of a passwordless connection; the first login makes one. */
export function findOrCreatePasswordlessUser(
  context: TenantContext,
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

/** The user that an e-mail address or phone number belongs to, on this passwordless connection. */
export function findPasswordlessUser(
  context: TenantContext,
  connection: string,
  recipient: string,
): User | undefined {
  if (connection === "email") return findUserByEmail(context.users, recipient, connection);
  return [...context.users.values()].find(
    (user) => user.phone_number === recipient && readConnectionName(user) === connection,
  );
}
