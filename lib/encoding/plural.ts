/** Returns a number with its noun, such as `1 event` or `3 events`. */
export function plural(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
