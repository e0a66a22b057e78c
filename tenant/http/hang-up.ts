/** Creates an error for a response body; the error makes the server close the connection. */
export function createHangUp(): Error {
  const cause = new Error("The control interface cut this response.");
  // The server prints the error; an intended failure needs one line, without a stack.
  cause.stack = cause.message;
  return cause;
}
