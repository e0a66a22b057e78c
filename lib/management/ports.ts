/** Returns a number from 0 to less than 1; `Math.random` fits. */
export type Random = () => number;
