/** Whether the image of an event was removed by now: the event says nothing about the image in its place. */
export function isLate({ target }: Event): boolean {
  return target instanceof Node && !target.isConnected
}
