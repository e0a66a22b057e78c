/** Version of this library. Its first number is the version of the contract that it keeps. */
export const version = "10.0.0";
