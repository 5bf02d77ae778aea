/** A line for the person who runs the bench. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
