/** What a body fails with when its connection is to end in the middle: the server then hangs up. */
export function createHangUp(): Error {
  const cause = new Error("The control interface cut this response.");
  // The server prints what a body fails with; a wanted failure needs one line, no stack.
  cause.stack = cause.message;
  return cause;
}
