import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, databaseField, pick, readObject, readValue } from "./fields.ts";
import { requestFailed } from "./risks.ts";

export const signup: Operation = {
  id: "signup",
  group: "Account",
  title: "Signup",
  action: "Sign up",
  summary: "Creates a user of a database connection. The user is not logged in.",
  isServiceSpecific: true,
  isChange: true,
  allowsExtraParameters: true,
  fields: [
    clientField,
    { name: "email", label: "Email", kind: "text", isRequired: true },
    { name: "password", label: "Password", kind: "secret", isRequired: true },
    {
      name: "username",
      label: "Username",
      kind: "text",
      hint: "Required if the connection requires a username.",
    },
    databaseField,
    {
      name: "user_metadata",
      label: "User metadata",
      kind: "json",
      placeholder: '{"theme": "dark"}',
      hint: "At most 10 members, with texts of at most 500 characters.",
    },
  ],
  risks: [
    {
      error: "invalid_signup",
      cause:
        "The user exists, a value is malformed, or the connection requires a username. The tenant does not say which, to protect the accounts.",
      remedy: "Log in, or choose another email address. Give a username if it is required.",
    },
    {
      error: "user_exists",
      cause: "A user with this email address exists, and the connection reports it.",
      remedy: "Log in, or choose another email address.",
    },
    {
      error: "username_exists",
      cause: "A user with this username exists, and the connection reports it.",
      remedy: "Choose another username.",
    },
    {
      error: "invalid_password",
      cause: "The password does not comply with the connection's password policy.",
      remedy: "Choose a password that complies with the policy in the result.",
    },
    {
      error: "invalid_connection",
      cause: "The connection is not a database connection.",
      remedy: "Signup is for database connections only. Check the name of the connection.",
    },
    {
      error: "unauthorized",
      cause: "The tenant has no application with this client ID, or signups are turned off.",
      remedy: "Check the client ID, and the connection's settings.",
    },
    requestFailed,
  ],
  warn: (values) =>
    readValue(values, "username") === ""
      ? [
          "Some database connections require a username. With such a connection, a signup without one fails.",
        ]
      : [],
  call(values, setting) {
    const metadata = readObject(values, "user_metadata");
    const options = {
      ...pick(values, ["email", "username", "connection"]),
      // A password can begin or end with a space.
      password: values["password"] ?? "",
      ...(metadata === undefined ? {} : { user_metadata: metadata }),
    };
    return callWebAuth("signup", [options], values, setting);
  },
};
